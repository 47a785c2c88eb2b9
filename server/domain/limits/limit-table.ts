import type { Limit } from './limits.ts'

/** What one counter belongs to. `binding`: the login session or the pre-login cookie that a ceremony is bound to. */
export type LimitSubject = RequestSubject | 'email' | 'userId' | 'userId+address' | 'binding'

/** What is known of a request before its body is read. */
export type RequestSubject = 'address' | 'account' | 'account+address' | 'login session'

/**
 * A row of security §4. `calls`: every call counts, refused ones too. `misses`: only look-ups, logins and tokens that
 * failed count, because a whole class stands behind one address.
 */
export type RequestLimit<Subject extends LimitSubject = LimitSubject> = Limit & {
  readonly counts: 'calls' | 'misses'
  readonly per: Subject
}

const minute = 60_000
const hour = 60 * minute

/**
 * The limits of security §4, by call. Misses of one account's password have their own rules in login-misses.ts, because
 * they outlive every window.
 */
export const requestLimits = {
  readAccount: [calls('readAccount', 600, minute, 'login session')],
  createAccount: [
    calls('createAccount.hour', 1_200, hour, 'address'),
    calls('createAccount.minute', 240, minute, 'address'),
  ],
  logIn: [misses('logIn', 200, 15 * minute, 'address')],
  requestVerification: [
    calls('requestVerification.minute', 3, minute, 'account'),
    calls('requestVerification.hour', 10, hour, 'account'),
  ],
  confirmVerification: [
    misses('confirmVerification.userId', 10, hour, 'userId'),
    misses('confirmVerification.address', 60, hour, 'address'),
  ],
  requestRecovery: [
    calls('requestRecovery.email', 3, hour, 'email'),
    calls('requestRecovery.address', 30, hour, 'address'),
  ],
  confirmRecovery: [
    misses('confirmRecovery.userId', 10, hour, 'userId'),
    misses('confirmRecovery.address', 60, hour, 'address'),
  ],
  changeEmail: [calls('changeEmail', 5, hour, 'account')],
  changePassword: [calls('changePassword', 5, hour, 'account')],
  /** The misses refuse nobody: when they are used up, further ones are answered with a decoy that looks like a hit. */
  lookUpAsGuest: [
    misses('lookUpAsGuest.misses', 20, 10 * minute, 'address'),
    misses('lookUpAsGuest.email', 10, 10 * minute, 'email'),
    calls('lookUpAsGuest.hits', 1_200, 10 * minute, 'address'),
  ],
  setLabel: [calls('setLabel', 10, hour, 'account+address')],
  beginPasskeyRegistration: [calls('beginPasskeyRegistration', 10, hour, 'account')],
  finishPasskeyRegistration: [calls('finishPasskeyRegistration', 10, hour, 'account')],
  beginOrganisationPasskeyLogin: [
    calls('beginOrganisationPasskeyLogin.address', 30, 10 * minute, 'address'),
    calls('beginOrganisationPasskeyLogin.userId', 10, 10 * minute, 'userId+address'),
  ],
  beginStudentPasskeyCheck: [calls('beginStudentPasskeyCheck', 120, minute, 'login session')],
  finishPasskeyLogin: [misses('finishPasskeyLogin', 30, 10 * minute, 'binding')],
  flagMark: [calls('flagMark', 60, hour, 'account')],
  /** Each opened page of a browser that takes pushes says so again. */
  subscribeToPushes: [calls('subscribeToPushes', 120, hour, 'account')],
  managePasskeys: [calls('managePasskeys', 60, hour, 'account')],
  requestPasskeyReplacement: [calls('requestPasskeyReplacement', 3, hour, 'account')],
  openPasskeyReplacement: [
    misses('openPasskeyReplacement.userId', 10, hour, 'userId'),
    misses('openPasskeyReplacement.address', 60, hour, 'address'),
  ],
  makeRecoveryCodes: [calls('makeRecoveryCodes', 5, hour, 'account')],
  useRecoveryCode: [
    misses('useRecoveryCode.userId', 10, hour, 'userId+address'),
    misses('useRecoveryCode.address', 60, hour, 'address'),
  ],
  confirmHeldPasskey: [calls('confirmHeldPasskey', 300, hour, 'account')],
  exportReport: [calls('exportReport', 60, hour, 'account')],
  connectRealtime: [calls('connectRealtime', 128, minute, 'address')],
  /** Refuses nobody: beyond it the answer is an empty one. */
  ping: [{ ...calls('ping', 10, minute, 'address'), scope: 'process' }],
} as const satisfies Record<string, readonly [RequestLimit, ...RequestLimit[]]>

function calls<S extends LimitSubject>(name: string, max: number, windowMs: number, per: S): RequestLimit<S> {
  return { name, max, windowMs, counts: 'calls', per }
}

function misses<S extends LimitSubject>(name: string, max: number, windowMs: number, per: S): RequestLimit<S> {
  return { name, max, windowMs, counts: 'misses', per }
}
