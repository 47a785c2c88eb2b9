import { passkeyCeremonyMs } from '#contract/rules.ts'
import { knownBrowserMs } from '../../domain/accounts/known-browser.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { confirmByPassword } from '../../domain/accounts/step-up.ts'
import { confirmHeldMemberPasskey, listHeldMemberPasskeys } from '../../domain/passkeys/held-member-passkeys.ts'
import { readMemberReadiness } from '../../domain/passkeys/member-readiness.ts'
import {
  clearSuspectPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/passkeys/own-passkeys.ts'
import { makeRecoveryCodes, spendRecoveryCode } from '../../domain/passkeys/recovery-codes.ts'
import { beginRehearsal, finishRehearsal } from '../../domain/passkeys/rehearse.ts'
import { openPasskeyReplacement, requestPasskeyReplacement } from '../../domain/passkeys/replace-passkey.ts'
import { requireCaller } from '../../domain/request-context.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Calls for registered passkeys (rules §5.5): naming, removing, replacing a lost one. */
export const passkeyLifeCalls = {
  async 'GET /passkeys'(deps, { context }) {
    return listOwnPasskeys(deps, context)
  },
  async 'PATCH /passkeys/:passkeyId'(deps, { context, params, input }) {
    return renamePasskey(deps, context, params.passkeyId, input.name)
  },
  async 'DELETE /passkeys/:passkeyId'(deps, { reply, context, params }) {
    const { left, token } = await removePasskey(deps, context, params.passkeyId)
    const { label } = requireCaller(context).account
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
    return left
  },
  async 'POST /passkeys/:passkeyId/clear'(deps, { context, params }) {
    return clearSuspectPasskey(deps, context, params.passkeyId)
  },
  async 'POST /passkey/rehearsal'(deps, { context }) {
    return beginRehearsal(deps, context)
  },
  async 'PUT /passkey/rehearsal'(deps, { context, input }) {
    return finishRehearsal(deps, context, input.cred)
  },
  async 'POST /passkey/replacement'(deps, { context }) {
    return requestPasskeyReplacement(deps, context)
  },
  async 'PUT /passkey/replacement'(deps, { reply, context, input }) {
    const { account, token, browserToken } = await openPasskeyReplacement(deps, context, input)
    deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
    deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
    deps.cookies.clear(reply, 'registration')
    deps.cookies.clear(reply, 'preLogin')
    return { userId: account.id }
  },
  async 'POST /recovery-codes'(deps, { context }) {
    return makeRecoveryCodes(deps, context)
  },
  async 'POST /recovery-codes/use'(deps, { reply, context, input }) {
    const preLoginToken = context.cookies.preLogin ?? deps.random.secret()
    await spendRecoveryCode(deps, context, input, preLoginToken)
    deps.cookies.set(reply, 'preLogin', preLoginToken, 2 * passkeyCeremonyMs)
    return { verification: true }
  },
  async 'GET /members/:studentId/passkey'(deps, { context, params }) {
    return readMemberReadiness(deps, context, params.studentId)
  },
  async 'GET /held-passkeys'(deps, { context }) {
    return listHeldMemberPasskeys(deps, context)
  },
  async 'POST /held-passkeys/:passkeyId/confirm'(deps, { context, params }) {
    return confirmHeldMemberPasskey(deps, context, params.passkeyId)
  },
  async 'POST /session/confirm'(deps, { reply, context, input }) {
    const { token } = await confirmByPassword(deps, context, input.password)
    const { label } = requireCaller(context).account
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
    return { confirmed: true }
  },
} satisfies Partial<ProductHandlers>
