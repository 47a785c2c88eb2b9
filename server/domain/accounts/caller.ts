import type { AuditBudget } from '../audit/audit-budget.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { Problem } from '../problem.ts'
import type { Account, LoginSession } from './stores.ts'

/** The caller of a request, as the server itself found out. */
export type Caller = { readonly session: LoginSession; readonly account: Account }

/**
 * The kinds of caller of rules §4. `pre` is a guest who began a registration in this browser. `unverified` is a session
 * whose email is not verified or whose registration is unfinished. `ORG2` is an organisation's session whose factors
 * include a passkey.
 */
export const callerKinds = ['guest', 'pre', 'unverified', 'STD', 'ORG', 'ORG2'] as const
export type CallerKind = (typeof callerKinds)[number]

/** What the rules need to know of one request. */
export type RequestContext = {
  readonly requestId: string
  /** The client's address as limits count it: IPv4 whole, IPv6 by /64. */
  readonly address: string
  readonly userAgent: string
  readonly caller: Caller | undefined
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
  /** Counts the limits for this request. Their state goes into the headers of the answer. */
  readonly limiter: RateLimiter
  readonly auditBudget: AuditBudget
}

export function kindOf(context: RequestContext): CallerKind {
  const { caller } = context
  if (!caller) return context.registeringAccountId === undefined ? 'guest' : 'pre'
  if (!caller.account.isEmailVerified || caller.account.label === null) return 'unverified'
  if (caller.account.label === 'STD') return 'STD'
  return caller.session.factors.includes('passkey') ? 'ORG2' : 'ORG'
}

/** The caller of an act that only sessions may do. Throws general_unauthorized_scope without a session. */
export function requireCaller(context: RequestContext): Caller {
  if (!context.caller) throw new Problem('general_unauthorized_scope')
  return context.caller
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
