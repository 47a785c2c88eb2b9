import {
  changeEmailInput,
  changePasswordInput,
  confirmRecoveryInput,
  confirmVerificationInput,
  createAccountInput,
  logInInput,
  requestRecoveryInput,
  requestVerificationInput,
} from '#contract/account.ts'
import { requireCaller } from '../../../domain/accounts/caller.ts'
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
import type { Call, CallDeps, Exchange } from '../../http/call.ts'
import { toDateTime } from '../../http/date-time.ts'
import { parseInput } from '../../http/parse-input.ts'
import { readId } from '../../http/read-id.ts'
import { toSessionModel, toTokenModel, toUserModel } from './models.ts'

/** The account calls of protocol §4, by name. */
export const accountCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/account',
    door: 'account.get',
    async handle(_deps, { context }) {
      return toUserModel(await getAccount(context))
    },
  },
  {
    method: 'POST',
    path: '/account',
    door: 'account.create',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const input = parseInput(createAccountInput, request.body)
      const { account, registrationToken, registrationMs } = await createAccount(deps, context, input)
      deps.cookies.set(reply, 'registration', registrationToken, registrationMs)
      reply.code(201)
      return toUserModel(account)
    },
  },
  {
    method: 'POST',
    path: ['/account/sessions/email', '/account/sessions'],
    door: 'session.create',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const input = parseInput(logInInput, request.body)
      const { account, session, token, browserToken } = await logIn(deps, context, input)
      deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
      deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
      deps.cookies.clear(reply, 'registration')
      deps.cookies.clear(reply, 'preLogin')
      reply.code(201)
      return toSessionModel(session, account.email, true)
    },
  },
  {
    method: 'GET',
    path: '/account/sessions',
    door: 'session.list',
    async handle(deps, { context }) {
      const { account, session } = requireCaller(context)
      const sessions = await listSessions(deps, context)
      return {
        total: sessions.length,
        sessions: sessions.map((one) => toSessionModel(one, account.email, one.id === session.id)),
      }
    },
  },
  {
    method: 'GET',
    path: '/account/sessions/:sessionId',
    door: 'session.list',
    async handle(deps, { context, params }) {
      const { account, session } = requireCaller(context)
      const found = await getSession(deps, context, readId(params, 'sessionId'))
      return toSessionModel(found, account.email, found.id === session.id)
    },
  },
  {
    method: 'DELETE',
    path: '/account/sessions/:sessionId',
    door: 'session.end',
    async handle(deps, exchange) {
      const { wasCurrent } = await endSession(deps, exchange.context, readId(exchange.params, 'sessionId'))
      if (wasCurrent) forgetPerson(deps, exchange)
      exchange.reply.code(204)
      return undefined
    },
  },
  {
    method: 'DELETE',
    path: '/account/sessions',
    door: 'session.end',
    async handle(deps, exchange) {
      await endAllSessions(deps, exchange.context)
      forgetPerson(deps, exchange)
      exchange.reply.code(204)
      return undefined
    },
  },
  {
    method: 'PATCH',
    path: '/account/email',
    door: 'email.change',
    readsBody: true,
    async handle(deps, { request, context }) {
      return toUserModel(await changeEmail(deps, context, parseInput(changeEmailInput, request.body)))
    },
  },
  {
    method: 'PATCH',
    path: '/account/password',
    door: 'password.change',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const { account, token } = await changePassword(deps, context, parseInput(changePasswordInput, request.body))
      deps.cookies.set(reply, 'session', token, sessionLife(account.label).absoluteMs)
      return toUserModel(account)
    },
  },
  {
    method: 'POST',
    // The second path is that of SDK 21.1 and newer.
    path: ['/account/verification', '/account/verifications/email'],
    door: 'verification.request',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const { url } = parseInput(requestVerificationInput, request.body)
      const token = await requestEmailVerification(deps, context, url)
      reply.code(201)
      return toTokenModel(token)
    },
  },
  {
    method: 'PUT',
    path: ['/account/verification', '/account/verifications/email'],
    door: 'verification.confirm',
    readsBody: true,
    async handle(deps, { request, context }) {
      return toTokenModel(await confirmEmail(deps, context, parseInput(confirmVerificationInput, request.body)))
    },
  },
  {
    method: 'POST',
    path: '/account/recovery',
    door: 'recovery.request',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      await requestRecovery(deps, context, parseInput(requestRecoveryInput, request.body))
      reply.code(201)
      return anonymousToken(deps, await deps.storage.now())
    },
  },
  {
    method: 'PUT',
    path: '/account/recovery',
    door: 'recovery.confirm',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const input = parseInput(confirmRecoveryInput, request.body)
      const { token, browserToken } = await resetPassword(deps, context, input)
      deps.cookies.set(reply, 'browser', browserToken, knownBrowserMs)
      return toTokenModel(token)
    },
  },
]

/**
 * Cookies go by their names: "cookies" in Clear-Site-Data would take the known browser's along, and with it the way in
 * while strangers guess the password.
 */
function forgetPerson({ cookies }: CallDeps, { request, reply }: Exchange): void {
  for (const kind of ['session', 'registration', 'preLogin'] as const) {
    if (cookies.read(request, kind) !== undefined) cookies.clear(reply, kind)
  }
  reply.header('clear-site-data', '"storage"')
}

/** The answer to a request for recovery says nothing of an account: it is made up, the same for every email. */
function anonymousToken({ random }: CallDeps, now: number) {
  const expire = toDateTime(now + tokenLifeMs.recovery)
  return { $id: random.id(), $createdAt: toDateTime(now), userId: '', secret: '', expire, phrase: '' }
}
