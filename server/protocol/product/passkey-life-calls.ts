import { confirmSessionInput, openReplacementInput, recoveryCodeInput, renamePasskeyInput } from '#contract/passkey.ts'
import { passkeyCeremonyMs } from '#contract/rules.ts'
import { requireCaller } from '../../domain/accounts/caller.ts'
import { knownBrowserMs } from '../../domain/accounts/known-browser.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { confirmByPassword } from '../../domain/accounts/step-up.ts'
import { confirmHeldMemberPasskey, listHeldMemberPasskeys } from '../../domain/passkeys/held-member-passkeys.ts'
import {
  clearSuspectPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/passkeys/own-passkeys.ts'
import { makeRecoveryCodes, spendRecoveryCode } from '../../domain/passkeys/recovery-codes.ts'
import { openPasskeyReplacement, requestPasskeyReplacement } from '../../domain/passkeys/replace-passkey.ts'
import type { Call, Exchange } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'

/** What becomes of passkeys after their registration (rules §5.5): named, removed, lost, replaced. */
export const passkeyLifeCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/passkeys',
    door: 'passkeys.list',
    async handle(deps, { context }) {
      return listOwnPasskeys(deps, context)
    },
  },
  {
    method: 'PATCH',
    path: '/passkeys/:passkeyId',
    door: 'passkeys.rename',
    readsBody: true,
    async handle(deps, { request, context, params }) {
      const { name } = parseInput(renamePasskeyInput, request.body)
      return renamePasskey(deps, context, passkeyIn(params), name)
    },
  },
  {
    method: 'DELETE',
    path: '/passkeys/:passkeyId',
    door: 'passkeys.remove',
    async handle(deps, { reply, context, params }) {
      const { left, token } = await removePasskey(deps, context, passkeyIn(params))
      const { label } = requireCaller(context).account
      if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
      return left
    },
  },
  {
    method: 'POST',
    path: '/passkeys/:passkeyId/clear',
    door: 'passkeys.clear',
    async handle(deps, { context, params }) {
      return clearSuspectPasskey(deps, context, passkeyIn(params))
    },
  },
  {
    method: 'POST',
    path: '/passkey/replacement',
    door: 'passkey-replacement.request',
    async handle(deps, { context }) {
      return requestPasskeyReplacement(deps, context)
    },
  },
  {
    method: 'PUT',
    path: '/passkey/replacement',
    door: 'passkey-replacement.open',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const input = parseInput(openReplacementInput, request.body)
      const { account, token, browserToken } = await openPasskeyReplacement(deps, context, input)
      deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
      deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
      deps.cookies.clear(reply, 'registration')
      deps.cookies.clear(reply, 'preLogin')
      return { userId: account.id }
    },
  },
  {
    method: 'POST',
    path: '/recovery-codes',
    door: 'recovery-codes.make',
    async handle(deps, { context }) {
      return makeRecoveryCodes(deps, context)
    },
  },
  {
    method: 'POST',
    path: '/recovery-codes/use',
    door: 'recovery-codes.use',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const input = parseInput(recoveryCodeInput, request.body)
      const preLoginToken = context.preLoginToken ?? deps.random.secret()
      await spendRecoveryCode(deps, context, input, preLoginToken)
      deps.cookies.set(reply, 'preLogin', preLoginToken, 2 * passkeyCeremonyMs)
      return { verification: true }
    },
  },
  {
    method: 'GET',
    path: '/held-passkeys',
    door: 'held-passkeys.list',
    async handle(deps, { context }) {
      return listHeldMemberPasskeys(deps, context)
    },
  },
  {
    method: 'POST',
    path: '/held-passkeys/:passkeyId/confirm',
    door: 'held-passkeys.confirm',
    async handle(deps, { context, params }) {
      return confirmHeldMemberPasskey(deps, context, passkeyIn(params))
    },
  },
  {
    method: 'POST',
    path: '/session/confirm',
    door: 'session.confirm',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const { password } = parseInput(confirmSessionInput, request.body)
      const { token } = await confirmByPassword(deps, context, password)
      const { label } = requireCaller(context).account
      deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
      return { confirmed: true }
    },
  },
]

/** Of any shape: one that no passkey has is not found. */
function passkeyIn(params: Exchange['params']): string {
  return params.passkeyId ?? ''
}
