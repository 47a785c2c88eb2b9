import type { TokenModel } from '#contract/account.ts'
import { changeEmail } from '../../../domain/accounts/change-email.ts'
import { changePassword } from '../../../domain/accounts/change-password.ts'
import { createAccount } from '../../../domain/accounts/create-account.ts'
import { endAllSessions, endSession, getSession, listSessions } from '../../../domain/accounts/end-sessions.ts'
import { getAccount } from '../../../domain/accounts/get-account.ts'
import { knownBrowserMs } from '../../../domain/accounts/known-browser.ts'
import { logIn } from '../../../domain/accounts/log-in.ts'
import { tokenLifeMs } from '../../../domain/accounts/mailed-token.ts'
import { sessionLife } from '../../../domain/accounts/session-life.ts'
import { requestRecovery, resetPassword } from '../../../domain/client-calls/recover-password.ts'
import { confirmEmail, requestEmailVerification } from '../../../domain/client-calls/verify-email.ts'
import type { CallDeps, Wire } from '../../http/call.ts'
import { toDateTime } from '../../http/date-time.ts'
import type { AppwriteHandlers } from '../appwrite-handlers.ts'
import { toSessionModel, toTokenModel, toUserModel } from './models.ts'

const openSession: AppwriteHandlers['POST /account/sessions'] = async (deps, door, input, { reply }) => {
  const { account, session, token, browserToken } = await logIn(deps, door, input)
  deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
  deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
  deps.cookies.clear(reply, 'registration')
  deps.cookies.clear(reply, 'preLogin')
  return toSessionModel(session, account.email, true)
}

const requestVerification: AppwriteHandlers['POST /account/verification'] = async (deps, door, input) =>
  toTokenModel(await requestEmailVerification(deps, door, input))

const confirmVerification: AppwriteHandlers['PUT /account/verification'] = async (deps, door, input) =>
  toTokenModel(await confirmEmail(deps, door, input))

/** The account calls of protocol §4, by name. */
export const accountCalls = {
  async 'GET /account'(deps, door) {
    const { account, isStaff, hasPeople } = await getAccount(deps, door)
    const { staff, readsOnlySince = null } = door.caller ?? {}
    return toUserModel(account, { staff, isStaff, hasPeople, readsOnly: readsOnlySince !== null })
  },
  async 'POST /account'(deps, door, input, { reply }) {
    const { account, registrationToken, registrationMs } = await createAccount(deps, door, input)
    deps.cookies.set(reply, 'registration', registrationToken, registrationMs)
    return toUserModel(account)
  },
  'POST /account/sessions/email': openSession,
  'POST /account/sessions': openSession,
  async 'GET /account/sessions'(deps, door) {
    const { account, session } = door.caller
    const sessions = await listSessions(deps, door)
    return {
      total: sessions.length,
      sessions: sessions.map((one) => toSessionModel(one, account.email, one.id === session.id)),
    }
  },
  async 'GET /account/sessions/:sessionId'(deps, door, input) {
    const { account, session } = door.caller
    const found = await getSession(deps, door, input)
    return toSessionModel(found, account.email, found.id === session.id)
  },
  async 'DELETE /account/sessions/:sessionId'(deps, door, input, wire) {
    const { wasCurrent } = await endSession(deps, door, input)
    if (wasCurrent) forgetPerson(deps, wire)
  },
  async 'DELETE /account/sessions'(deps, door, _input, wire) {
    await endAllSessions(deps, door)
    forgetPerson(deps, wire)
  },
  async 'PATCH /account/email'(deps, door, input) {
    return toUserModel(await changeEmail(deps, door, input))
  },
  async 'PATCH /account/password'(deps, door, input, { reply }) {
    const { account, token } = await changePassword(deps, door, input)
    deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
    return toUserModel(account)
  },
  // The second address is that of SDK 21.1 and newer.
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  async 'POST /account/recovery'(deps, door, input) {
    await requestRecovery(deps, door, input)
    return anonymousToken(deps, await deps.storage.now())
  },
  async 'PUT /account/recovery'(deps, door, input, { reply }) {
    const { token, browserToken } = await resetPassword(deps, door, input)
    deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
    return toTokenModel(token)
  },
} satisfies Partial<AppwriteHandlers>

/**
 * Cookies are cleared by name: "cookies" in Clear-Site-Data would also delete the known browser's cookie, and its owner
 * could be locked out while strangers guess the password.
 */
function forgetPerson({ cookies }: CallDeps, { request, reply }: Wire): void {
  for (const kind of ['session', 'registration', 'preLogin'] as const) {
    if (cookies.read(request, kind) !== undefined) cookies.clear(reply, kind)
  }
  reply.header('clear-site-data', '"storage"')
}

/**
 * The answer to a request for recovery says nothing about an account: its values are made up in the same way for every
 * email.
 */
function anonymousToken({ random }: CallDeps, now: number): TokenModel {
  const expire = toDateTime(now + tokenLifeMs.recovery)
  return { $id: random.id(), $createdAt: toDateTime(now), userId: '', secret: '', expire, phrase: '' }
}
