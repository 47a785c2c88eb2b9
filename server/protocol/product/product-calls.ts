import { setLabelInput } from '#contract/account.ts'
import {
  passkeyOptionsInput,
  passkeyVerifyInput,
  passkeyVerifyLoginInput,
  registrationVerified,
} from '#contract/passkey.ts'
import { passkeyCeremonyMs } from '#contract/rules.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { setLabel } from '../../domain/accounts/set-label.ts'
import { readRunningSession } from '../../domain/attendance/read-running-session.ts'
import { requestLimits } from '../../domain/limits/limit-table.ts'
import { beginAssertion } from '../../domain/passkeys/begin-assertion.ts'
import { beginRegistration } from '../../domain/passkeys/begin-registration.ts'
import { finishAssertion } from '../../domain/passkeys/finish-assertion.ts'
import { finishRegistration } from '../../domain/passkeys/finish-registration.ts'
import type { Call } from '../http/call.ts'
import { parseInput } from '../http/parse-input.ts'
import { membershipCalls } from './membership-calls.ts'
import { passkeyLifeCalls } from './passkey-life-calls.ts'

/** The product's own calls (spec §7), by name. They live under /api/v1. */
export const productCalls: readonly Call[] = [
  ...passkeyLifeCalls,
  ...membershipCalls,
  {
    method: 'POST',
    path: '/user/label',
    door: 'label.set',
    readsBody: true,
    async handle(deps, { request, context }) {
      const input = parseInput(setLabelInput, request.body)
      await setLabel(deps, context, input)
      return { userId: input.userId, label: input.label }
    },
  },
  {
    method: 'POST',
    path: '/passkey/register',
    door: 'passkey.register',
    readsBody: true,
    async handle(deps, { request, context }) {
      return beginRegistration(deps, context, parseInput(passkeyOptionsInput, request.body))
    },
  },
  {
    method: 'POST',
    path: '/passkey/verify',
    door: 'passkey.verify',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const { credential, ...subject } = parseInput(passkeyVerifyInput, request.body)
      const { token } = await finishRegistration(deps, context, subject, credential)
      deps.cookies.set(reply, 'session', token, sessionLife(subject.category).absoluteMs)
      return { message: registrationVerified }
    },
  },
  {
    method: 'POST',
    path: '/passkey/login',
    door: 'passkey.login',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const subject = parseInput(passkeyOptionsInput, request.body)
      const preLoginToken = context.preLoginToken ?? deps.random.secret()
      const { options, purpose } = await beginAssertion(deps, context, subject, preLoginToken)
      if (purpose === 'login-org') deps.cookies.set(reply, 'preLogin', preLoginToken, 2 * passkeyCeremonyMs)
      return options
    },
  },
  {
    method: 'POST',
    path: '/passkey/verify-login',
    door: 'passkey.verify-login',
    readsBody: true,
    async handle(deps, { request, reply, context }) {
      const { cred, ...subject } = parseInput(passkeyVerifyLoginInput, request.body)
      const { verification, token } = await finishAssertion(deps, context, subject, cred)
      if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(subject.category).absoluteMs)
      return { verification }
    },
  },
  {
    method: 'GET',
    path: '/attendance/running',
    door: 'attendance.running',
    async handle(deps, { context }) {
      return readRunningSession(deps, context)
    },
  },
  {
    method: 'GET',
    path: '/ping',
    door: 'ping',
    readsSession: false,
    async handle(_deps, { reply, context }) {
      const { count, max } = await context.limiter.miss(requestLimits.ping.byAddress, context.address)
      if (count <= max) return { message: 'Pong!' }
      // Not a 429: nobody reads this answer, and browsers would log a refusal in the console of a whole class.
      reply.code(204)
      return undefined
    },
  },
]
