import type { StaffRole } from '#contract/staff-rights.ts'
import type { Account } from './accounts/stores.ts'
import { Problem } from './problem.ts'
import { type Caller, type RequestContext, requireCaller, type ScreenCaller } from './request-context.ts'

/**
 * Who acts for an institute. `organisationId` says whose things may be touched; `by` did it, and is named where the act
 * is kept. The two ids are equal for an institute's own login alone: no use case may take one for the other.
 */
export type Actor<By extends Account | ScreenCaller = Account> = {
  readonly organisationId: string
  readonly by: By
  /** As what a person acts; undefined for an institute's own login and a screen. */
  readonly role: StaffRole | undefined
}

/** The account that acts for an institute in this request. Throws general_unauthorized_scope without a session. */
export function requireActor(context: RequestContext): Actor {
  return actorOf(requireCaller(context))
}

/** The same, where a paired screen may act, too. */
export function requireActorOrScreen(context: RequestContext): Actor<Account | ScreenCaller> {
  const { screen } = context
  return screen ? { organisationId: screen.organisationId, by: screen, role: undefined } : requireActor(context)
}

/** The same, of a caller who need not act for an institute. */
export function findActorOrScreen(context: RequestContext): Actor<Account | ScreenCaller> | undefined {
  return context.screen ? requireActorOrScreen(context) : findActor(context)
}

/** The institute that the caller acts for; undefined for a student, a guest and an account without a label. */
export function findActor({ caller }: Pick<RequestContext, 'caller'>): Actor | undefined {
  return caller && (caller.staff || caller.account.label === 'ORG') ? actorOf(caller) : undefined
}

/** A person acts for the institute that the session names. The id of an institute's own login is the institute's. */
function actorOf({ account, staff }: Caller): Actor {
  return { organisationId: staff?.organisationId ?? account.id, by: account, role: staff?.role }
}

/** No one acts on the own person: another does it. Throws own-record. */
export function refuseOwnRecord(by: Account | ScreenCaller, studentIds: readonly string[]): void {
  if (studentIds.includes(by.id)) throw new Problem('own-record')
}
