import type { Account, LoginSession } from './accounts/stores.ts'
import type { AuditBudget } from './audit/audit-budget.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { Problem } from './problem.ts'
import type { Screen } from './screens/stores.ts'

/** The caller of a request, as the server itself found out. */
export type Caller = { readonly session: LoginSession; readonly account: Account }

/** The paired screen that signed a request (decision 41). */
export type ScreenCaller = Pick<Screen, 'id' | 'organisationId' | 'name' | 'endsAt'>

/**
 * The kinds of caller of rules §4. `pre` is a guest who began a registration in this browser. `unverified` is a session
 * whose email is not verified or whose registration is unfinished. `ORG2` is an organisation's session whose factors
 * include a passkey. `screen` is a paired screen.
 */
export const callerKinds = ['guest', 'pre', 'unverified', 'STD', 'ORG', 'ORG2', 'screen'] as const
export type CallerKind = (typeof callerKinds)[number]

/** What the rules need to know of one request. */
export type RequestContext = {
  readonly requestId: string
  /** The client's address as limits count it: IPv4 whole, IPv6 by /64. */
  readonly address: string
  readonly userAgent: string
  readonly caller: Caller | undefined
  /** Of a signed request, which has no other caller. */
  readonly screen: ScreenCaller | undefined
  /** The account whose registration cookie the browser holds. */
  readonly registeringAccountId: string | undefined
  /** The value of the pre-login cookie. */
  readonly preLoginToken: string | undefined
  /** The value of the cookie that marks a browser as known to accounts that have logged in there. */
  readonly browserToken: string | undefined
  /** The value of the cookie that a scanned room code left. */
  readonly scanTicket: string | undefined
  /** The value of the cookie that tells the browsers of check-ins apart. */
  readonly phoneToken: string | undefined
  /** The value of the cookie of a browser that asks to be a screen, or is one. It gives no right by itself. */
  readonly screenToken: string | undefined
  /** Counts the limits for this request. Their state goes into the headers of the answer. */
  readonly limiter: RateLimiter
  readonly auditBudget: AuditBudget
}

export function kindOf(context: RequestContext): CallerKind {
  const { caller } = context
  if (context.screen) return 'screen'
  if (!caller) return context.registeringAccountId === undefined ? 'guest' : 'pre'
  if (!caller.account.isEmailVerified || caller.account.label === null) return 'unverified'
  if (caller.account.label === 'STD') return 'STD'
  return caller.session.factors.includes('passkey') ? 'ORG2' : 'ORG'
}

/** False for a browser that brings no cookie or session that could set it apart from a stranger's. */
export function canBeKnown({ caller, preLoginToken, browserToken }: RequestContext): boolean {
  return caller !== undefined || preLoginToken !== undefined || browserToken !== undefined
}

/** The caller of an act that only sessions may do. Throws general_unauthorized_scope without a session. */
export function requireCaller(context: RequestContext): Caller {
  if (!context.caller) throw new Problem('general_unauthorized_scope')
  return context.caller
}

/** The paired screen of an act that only screens may do. Throws screen-ended for any other caller. */
export function requireScreen(context: RequestContext): ScreenCaller {
  if (!context.screen) throw new Problem('screen-ended')
  return context.screen
}

/**
 * The account that this request may register: the signed-in account, or the one whose registration this browser began.
 * Throws general_unauthorized_scope.
 */
export function requireRegisteringAccountId(context: RequestContext): string {
  const id = context.caller?.account.id ?? context.registeringAccountId
  if (id === undefined) throw new Problem('general_unauthorized_scope')
  return id
}
