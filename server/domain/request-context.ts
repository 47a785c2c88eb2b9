import { staffRoles } from '#contract/staff-rights.ts'
import type { KnownSession } from './accounts/stores.ts'
import type { AuditBudget } from './audit/audit-budget.ts'
import type { DayPass } from './day-passes/stores.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { Problem } from './problem.ts'
import type { KnownScreen } from './screens/stores.ts'

/** The caller of a request, as the server itself found out. */
export type Caller = KnownSession

/** The paired screen that signed a request (decision 41). */
export type ScreenCaller = Pick<KnownScreen, 'id' | 'organisationId' | 'name' | 'roomId' | 'endsAt' | 'teacherId'>

/** The day pass as which a browser sent a request (decision 64). `endsAt`: at most. */
export type DayPassCaller = Pick<DayPass, 'id' | 'organisationId' | 'name' | 'courses' | 'madeAt' | 'endsAt'>

/**
 * The kinds of caller of rules §4. `pre` is a guest who began a registration in this browser. `unverified` is a session
 * whose email is not verified or whose registration is unfinished. `ORG2` is an organisation's session whose factors
 * include a passkey. `closed` is that of an institute's own login which only reads. A session that acts for an institute, with a passkey, has the kind of the person's role there;
 * every other one of a person who has only been invited is `STF`. `screen` is a paired screen,
 * `day-pass` a supply teacher’s day pass.
 */
export const callerKinds = [
  'guest',
  'pre',
  'unverified',
  'STD',
  'STF',
  'ORG',
  'ORG2',
  'closed',
  ...staffRoles,
  'screen',
  'day-pass',
] as const
export type CallerKind = (typeof callerKinds)[number]

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
export type RequestContext = {
  readonly requestId: string
  /** The client's address as limits count it: IPv4 whole, IPv6 by /64. */
  readonly address: string
  readonly userAgent: string
  readonly caller: Caller | undefined
  /** Of a signed request, which has no other caller. */
  readonly screen: ScreenCaller | undefined
  /** Of a request that was sent as a day pass, which has no other caller. */
  readonly dayPass: DayPassCaller | undefined
  /** The account whose registration cookie the browser holds. */
  readonly registeringAccountId: string | undefined
  readonly cookies: BrowserCookies
  /** Counts the limits for this request. Their state goes into the headers of the answer. */
  readonly limiter: RateLimiter
  readonly auditBudget: AuditBudget
}

export function kindOf(context: RequestContext): CallerKind {
  const { caller } = context
  if (context.screen) return 'screen'
  if (context.dayPass) return 'day-pass'
  if (!caller) return context.registeringAccountId === undefined ? 'guest' : 'pre'
  if (!caller.account.isEmailVerified || caller.account.label === null) return 'unverified'
  const hasPasskey = caller.session.factors.includes('passkey')
  if (caller.staff) return hasPasskey ? caller.staff.role : 'STF'
  if (caller.account.label !== 'ORG') return caller.account.label
  if (caller.readsOnlySince != null) return 'closed'
  return hasPasskey ? 'ORG2' : 'ORG'
}

/** False for a browser that brings no cookie or session that could set it apart from a stranger's. */
export function canBeKnown({ caller, cookies }: RequestContext): boolean {
  return caller !== undefined || cookies.preLogin !== undefined || cookies.browser !== undefined
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

/** The day pass of an act that only day passes may do. Throws day-pass-over for any other caller. */
export function requireDayPass(context: RequestContext): DayPassCaller {
  if (!context.dayPass) throw new Problem('day-pass-over')
  return context.dayPass
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
