import { hash } from 'node:crypto'
import { Problem } from '../problem.ts'
import { scaleLimit } from './limits.ts'

/**
 * Wrong passwords (rules §4). A stranger's are counted by the email, not by the account, so that an address without an
 * account behaves the same. A caller who proves to be no stranger has a separate count.
 */
export type LoginMissState = {
  /** Start of the window in which misses add up, epoch ms. After a block it is the end of that block. */
  readonly windowStartedAt: number
  readonly inWindow: number
  /** Misses since the last success or reset, however long ago. */
  readonly inRow: number
  /** Epoch ms; 0 when never blocked. */
  readonly blockedUntil: number
}

export type LoginMissStore = {
  /** Reads the row and locks it until the transaction ends, making it first where there is none. */
  readonly lock: (key: string) => Promise<LoginMissState>
  readonly save: (key: string, state: LoginMissState) => Promise<void>
  /** Called after a success and after a password reset. */
  readonly clear: (key: string) => Promise<void>
}

const loginMissWindowMs = 15 * 60_000
const maxLoginMissesInWindow = 10
export const maxLoginMissesInRow = 100
export const firstLoginBlockMs = 30_000
export const longestLoginBlockMs = 15 * 60_000

export type LoginJudgement =
  | { readonly outcome: 'allowed' }
  | { readonly outcome: 'blocked'; readonly retryAfterMs: number }
  | { readonly outcome: 'password-off' }

/** Whose wrong passwords a row counts, and who can lock out whom when there are too many. */
export const loginMissLockouts = {
  stranger:
    'Strangers lock out every browser that the account does not know, its owner’s too; setting a new password by the mailed link makes a browser known and ends the lockout.',
  browser: 'A browser that has logged in to the account before locks out itself alone, and from this account alone.',
  session: 'A live session that belongs to no known browser locks out itself alone.',
  proof:
    'Logins that have shown the organisation’s passkey or a recovery code lock out each other, but none from a known browser.',
  link: 'A link that replaces a passkey locks out itself alone.',
} as const

/** The counts that no stranger can add to. */
type OwnCount = Exclude<keyof typeof loginMissLockouts, 'stranger'>

/** The key of an email's row. It is a hash, so the table holds no address. */
export function loginMissKey(emailCanonical: string): string {
  return hash('sha256', emailCanonical, 'base64url')
}

/** The key of the row of a caller who is no stranger. Emails contain no space, so the keys cannot collide. */
export function ownMissKey(kind: OwnCount, id: string): string {
  return hash('sha256', `${kind} ${id}`, 'base64url')
}

/** Whether a password may be tried now. `scale`: RATE_LIMIT_SCALE. */
export function judgeLogin(state: LoginMissState | undefined, now: number, scale = 1): LoginJudgement {
  if (state === undefined) return { outcome: 'allowed' }
  if (state.inRow >= scaleLimit(maxLoginMissesInRow, scale)) return { outcome: 'password-off' }
  if (now < state.blockedUntil) return { outcome: 'blocked', retryAfterMs: state.blockedUntil - now }
  return { outcome: 'allowed' }
}

/**
 * The state after one more miss. From the tenth miss of a window on, each one blocks: for 30 seconds, then twice as
 * long each time, up to 15 minutes. A new window begins after a block, so only 15 quiet minutes end the doubling.
 */
export function countLoginMiss(state: LoginMissState | undefined, now: number, scale = 1): LoginMissState {
  const isWindowOpen = state !== undefined && now < state.windowStartedAt + loginMissWindowMs
  const inWindow = isWindowOpen ? state.inWindow + 1 : 1
  const inRow = (state?.inRow ?? 0) + 1
  const excess = inWindow - scaleLimit(maxLoginMissesInWindow, scale)
  if (excess < 0) {
    return { windowStartedAt: isWindowOpen ? state.windowStartedAt : now, inWindow, inRow, blockedUntil: 0 }
  }
  const blockedUntil = now + Math.min(firstLoginBlockMs * 2 ** excess, longestLoginBlockMs)
  return { windowStartedAt: blockedUntil, inWindow, inRow, blockedUntil }
}

/** A miss that was counted before the password was compared: the state before and after it. */
export type CountedMiss = { readonly before: LoginMissState; readonly after: LoginMissState }

/** The state without a miss that turned out not to be one. Misses that others have added since remain. */
export function takeBackLoginMiss(state: LoginMissState, { before, after }: CountedMiss, scale = 1): LoginMissState {
  const isTheLast = state.inRow === after.inRow && state.windowStartedAt === after.windowStartedAt
  if (isTheLast) return before
  const inWindow = Math.max(0, state.inWindow - 1)
  const left = { ...state, inWindow, inRow: Math.max(0, state.inRow - 1) }
  if (state.blockedUntil === 0 || inWindow >= scaleLimit(maxLoginMissesInWindow, scale)) return left
  // Without this miss the block would not have begun. The block had moved the window, so the window goes back.
  const windowStartedAt = after.inWindow > 1 ? before.windowStartedAt : after.windowStartedAt
  return { ...left, windowStartedAt, blockedUntil: 0 }
}

/**
 * Throws general_rate_limit_exceeded unless a password may be tried now. Registered and unknown emails behave the same.
 */
export function assertLoginAllowed(state: LoginMissState | undefined, now: number, scale = 1): void {
  const judgement = judgeLogin(state, now, scale)
  if (judgement.outcome === 'allowed') return
  if (judgement.outcome === 'blocked') {
    throw new Problem('general_rate_limit_exceeded', { retryAfterMs: judgement.retryAfterMs })
  }
  // Waiting does not lift this block. The header only keeps clients from asking often (rules §2: with Retry-After).
  throw new Problem('too-many-wrong-passwords', { retryAfterMs: longestLoginBlockMs })
}
