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
import type { ProductHandlers } from './product-handlers.ts'

/** Calls for registered passkeys (rules §5.5): naming, removing, replacing a lost one. */
export const passkeyLifeCalls = {
  'GET /passkeys': listOwnPasskeys,
  'PATCH /passkeys/:passkeyId': renamePasskey,
  async 'DELETE /passkeys/:passkeyId'(deps, door, input, { reply }) {
    const { left, token } = await removePasskey(deps, door, input)
    const { label } = door.caller.account
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
    return left
  },
  'POST /passkeys/:passkeyId/clear': clearSuspectPasskey,
  'POST /passkey/rehearsal': beginRehearsal,
  'PUT /passkey/rehearsal': finishRehearsal,
  'POST /passkey/replacement': requestPasskeyReplacement,
  async 'PUT /passkey/replacement'(deps, door, input, { reply }) {
    const { account, token, browserToken } = await openPasskeyReplacement(deps, door, input)
    deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
    deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
    deps.cookies.clear(reply, 'registration')
    deps.cookies.clear(reply, 'preLogin')
    return { userId: account.id }
  },
  'POST /recovery-codes': makeRecoveryCodes,
  async 'POST /recovery-codes/use'(deps, door, input, { reply }) {
    const preLoginToken = door.cookies.preLogin ?? deps.random.secret()
    await spendRecoveryCode(deps, door, input, preLoginToken)
    deps.cookies.set(reply, 'preLogin', preLoginToken, 2 * passkeyCeremonyMs)
    return { verification: true }
  },
  'GET /members/:studentId/passkey': readMemberReadiness,
  'GET /held-passkeys': listHeldMemberPasskeys,
  'POST /held-passkeys/:passkeyId/confirm': confirmHeldMemberPasskey,
  async 'POST /session/confirm'(deps, door, input, { reply }) {
    const { token } = await confirmByPassword(deps, door, input)
    const { label } = door.caller.account
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
    return { confirmed: true }
  },
} satisfies Partial<ProductHandlers>
