import { registrationVerified } from '#contract/passkey.ts'
import { passkeyCeremonyMs } from '#contract/rules.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import { setLabel } from '../../domain/accounts/set-label.ts'
import { beginAssertion } from '../../domain/client-calls/begin-assertion.ts'
import { finishAssertion } from '../../domain/client-calls/finish-assertion.ts'
import { ping } from '../../domain/client-calls/ping.ts'
import { beginRegistration } from '../../domain/passkeys/begin-registration.ts'
import { finishRegistration } from '../../domain/passkeys/finish-registration.ts'
import { checkInCalls } from './check-in-calls.ts'
import { courseCalls } from './course-calls.ts'
import { courseImportCalls } from './course-import-calls.ts'
import { dayPassCalls } from './day-pass-calls.ts'
import { exportCalls } from './export-calls.ts'
import { firstReadCalls } from './first-read-calls.ts'
import { formCheckCalls } from './form-check-calls.ts'
import { instituteCalls } from './institute-calls.ts'
import { membershipCalls } from './membership-calls.ts'
import { passkeyLifeCalls } from './passkey-life-calls.ts'
import type { ProductHandlers } from './product-handlers.ts'
import { receiptCalls } from './receipt-calls.ts'
import { reportCalls } from './report-calls.ts'
import { rosterCalls } from './roster-calls.ts'
import { screenCalls } from './screen-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { settingsCalls } from './settings-calls.ts'
import { staffCalls } from './staff-calls.ts'

/** What the product's own calls do (spec §7), each by its name in contract/product-calls.ts. */
export const productCalls = {
  ...passkeyLifeCalls,
  ...membershipCalls,
  ...settingsCalls,
  ...courseCalls,
  ...rosterCalls,
  ...courseImportCalls,
  ...staffCalls,
  ...instituteCalls,
  ...screenCalls,
  ...dayPassCalls,
  ...sessionCalls,
  ...checkInCalls,
  ...formCheckCalls,
  ...firstReadCalls,
  ...receiptCalls,
  ...reportCalls,
  ...exportCalls,
  async 'POST /user/label'(deps, door, input) {
    await setLabel(deps, door, input)
    return { userId: input.userId, label: input.label }
  },
  'POST /passkey/register': beginRegistration,
  async 'POST /passkey/verify'(deps, door, input, { reply }) {
    const { credential, ...subject } = input
    const { token } = await finishRegistration(deps, door, subject, credential)
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(subject.category).absoluteMs)
    return { message: registrationVerified }
  },
  async 'POST /passkey/login'(deps, door, input, { reply }) {
    const preLoginToken = door.cookies.preLogin ?? deps.random.secret()
    const { options, purpose } = await beginAssertion(deps, door, input, preLoginToken)
    if (purpose === 'login-org') deps.cookies.set(reply, 'preLogin', preLoginToken, 2 * passkeyCeremonyMs)
    return options
  },
  async 'POST /passkey/verify-login'(deps, door, input, { reply }) {
    const { cred, ...subject } = input
    const { verification, token } = await finishAssertion(deps, door, subject, cred)
    if (token !== undefined) deps.cookies.set(reply, 'session', token, sessionLife(subject.category).absoluteMs)
    return { verification }
  },
  async 'GET /ping'(_deps, door, _input, { reply }) {
    if (await ping(door)) return { message: 'Pong!' }
    // Not a 429: this answer is never read, and browsers would log a refusal in the consoles of a whole class.
    reply.code(204)
    return undefined
  },
} satisfies ProductHandlers
