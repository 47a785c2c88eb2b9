import type { AuditBudget } from './audit/audit-budget.ts'
import type { Caller, Sender } from './callers.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { Problem } from './problem.ts'

/** The values of the cookies that tell browsers apart. None gives a right by itself. */
export type BrowserCookies = {
  /** Of an institute's login that has begun. */
  readonly preLogin?: string | undefined
  /** Of a browser that is known to accounts that have logged in there. */
  readonly browser?: string | undefined
  /** That a scanned room code left. */
  readonly scanTicket?: string | undefined
  /** Of a browser of check-ins. */
  readonly phone?: string | undefined
  /** Of a browser that asks to be a screen, or is one. */
  readonly screen?: string | undefined
  /** Of a browser that has opened a day pass. */
  readonly dayPass?: string | undefined
}

/** What the rules need to know of one request. */
export type RequestContext = Sender & {
  readonly requestId: string
  /** The client's address as limits count it: IPv4 whole, IPv6 by /64. */
  readonly address: string
  readonly userAgent: string
  readonly cookies: BrowserCookies
  /** Counts the limits for this request. Their state goes into the headers of the answer. */
  readonly limiter: RateLimiter
  readonly auditBudget: AuditBudget
}

/** False for a browser that brings no cookie or session that could set it apart from a stranger's. */
export function canBeKnown({ caller, cookies }: RequestContext): boolean {
  return caller !== undefined || cookies.preLogin !== undefined || cookies.browser !== undefined
}

/** The login of an act that only logins may do. Throws general_unauthorized_scope without a session. */
export function requireCaller({ caller }: Sender): Caller {
  if (!caller) throw new Problem('general_unauthorized_scope')
  return caller
}

/**
 * The account that this request may register: the signed-in account, or the one whose registration this browser began.
 * Throws general_unauthorized_scope.
 */
export function requireRegisteringAccountId({ caller, registeringAccountId }: Sender): string {
  const id = caller?.account.id ?? registeringAccountId
  if (id === undefined) throw new Problem('general_unauthorized_scope')
  return id
}
