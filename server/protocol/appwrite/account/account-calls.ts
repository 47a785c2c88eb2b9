import type { TokenModel } from '#contract/account.ts'
import { changeEmail } from '../../../domain/accounts/change-email.ts'
import { changePassword } from '../../../domain/accounts/change-password.ts'
import { createAccount } from '../../../domain/accounts/create-account.ts'
import { endAllSessions, endSession, getSession, listSessions } from '../../../domain/accounts/end-sessions.ts'
import { getAccount } from '../../../domain/accounts/get-account.ts'
import { knownBrowserMs } from '../../../domain/accounts/known-browser.ts'
import { logIn } from '../../../domain/accounts/log-in.ts'
import { tokenLifeMs } from '../../../domain/accounts/mailed-token.ts'
import { requestRecovery, resetPassword } from '../../../domain/accounts/recover-password.ts'
import { sessionLife } from '../../../domain/accounts/session-life.ts'
import { confirmEmail, requestEmailVerification } from '../../../domain/accounts/verify-email.ts'
import { requireCaller } from '../../../domain/request-context.ts'
import type { CallDeps, Exchange } from '../../http/call.ts'
import { toDateTime } from '../../http/date-time.ts'
import type { AppwriteExchange, AppwriteHandlers } from '../appwrite-handlers.ts'
import { toSessionModel, toTokenModel, toUserModel } from './models.ts'

/** The account calls of protocol §4, by name. */
export const accountCalls = {
  async 'GET /account'(deps, { context }) {
    const { account, isStaff, hasPeople } = await getAccount(deps, context)
    const { staff, readsOnlySince = null } = context.caller ?? {}
    return toUserModel(account, { staff, isStaff, hasPeople, readsOnly: readsOnlySince !== null })
  },
  async 'POST /account'(deps, { reply, context, input }) {
    const { account, registrationToken, registrationMs } = await createAccount(deps, context, input)
    deps.cookies.set(reply, 'registration', registrationToken, registrationMs)
    return toUserModel(account)
  },
  'POST /account/sessions/email': openSession,
  'POST /account/sessions': openSession,
  async 'GET /account/sessions'(deps, { context }) {
    const { account, session } = requireCaller(context)
    const sessions = await listSessions(deps, context)
    return {
      total: sessions.length,
      sessions: sessions.map((one) => toSessionModel(one, account.email, one.id === session.id)),
    }
  },
  async 'GET /account/sessions/:sessionId'(deps, { context, params }) {
    const { account, session } = requireCaller(context)
    const found = await getSession(deps, context, params.sessionId)
    return toSessionModel(found, account.email, found.id === session.id)
  },
  async 'DELETE /account/sessions/:sessionId'(deps, exchange) {
    const { wasCurrent } = await endSession(deps, exchange.context, exchange.params.sessionId)
    if (wasCurrent) forgetPerson(deps, exchange)
    return undefined
  },
  async 'DELETE /account/sessions'(deps, exchange) {
    await endAllSessions(deps, exchange.context)
    forgetPerson(deps, exchange)
    return undefined
  },
  async 'PATCH /account/email'(deps, { context, input }) {
    return toUserModel(await changeEmail(deps, context, input))
  },
  async 'PATCH /account/password'(deps, { reply, context, input }) {
    const { account, token } = await changePassword(deps, context, input)
    deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
    return toUserModel(account)
  },
  // The second address is that of SDK 21.1 and newer.
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  async 'POST /account/recovery'(deps, { context, input }) {
    await requestRecovery(deps, context, input)
    return anonymousToken(deps, await deps.storage.now())
  },
  async 'PUT /account/recovery'(deps, { reply, context, input }) {
    const { token, browserToken } = await resetPassword(deps, context, input)
    deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
    return toTokenModel(token)
  },
} satisfies Partial<AppwriteHandlers>

async function openSession(deps: CallDeps, { reply, context, input }: AppwriteExchange<'POST /account/sessions'>) {
  const { account, session, token, browserToken } = await logIn(deps, context, input)
  deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
  deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
  deps.cookies.clear(reply, 'registration')
  deps.cookies.clear(reply, 'preLogin')
  return toSessionModel(session, account.email, true)
}

async function requestVerification(deps: CallDeps, { context, input }: AppwriteExchange<'POST /account/verification'>) {
  return toTokenModel(await requestEmailVerification(deps, context, input.url))
}

async function confirmVerification(deps: CallDeps, { context, input }: AppwriteExchange<'PUT /account/verification'>) {
  return toTokenModel(await confirmEmail(deps, context, input))
}

/**
 * Cookies are cleared by name: "cookies" in Clear-Site-Data would also delete the known browser's cookie, and its owner
 * could be locked out while strangers guess the password.
 */
function forgetPerson({ cookies }: CallDeps, { request, reply }: Pick<Exchange, 'request' | 'reply'>): void {
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
