import type { Account } from '../accounts/stores.ts'
import { type RequestContext, requireCaller, type ScreenCaller } from '../request-context.ts'

/**
 * Who acts for an institute. `organisationId` says whose things may be touched; `by` did it, and is named where the act
 * is kept. The two ids are equal for an institute's own login alone: no use case may take one for the other.
 */
export type Actor<By extends Account | ScreenCaller = Account> = {
  readonly organisationId: string
  readonly by: By
}

/** The account that acts for an institute in this request. Throws general_unauthorized_scope without a session. */
export function requireActor(context: RequestContext): Actor {
  return actorOf(requireCaller(context).account)
}

/** The same, where a paired screen may act, too. */
export function requireActorOrScreen(context: RequestContext): Actor<Account | ScreenCaller> {
  const { screen } = context
  return screen ? { organisationId: screen.organisationId, by: screen } : requireActor(context)
}

/** The institute that the caller acts for; undefined for a student, a guest and an account without a label. */
export function findActor({ caller }: Pick<RequestContext, 'caller'>): Actor | undefined {
  return caller?.account.label === 'ORG' ? actorOf(caller.account) : undefined
}

/** An institute has one login today, and that login's id is the institute's. */
function actorOf(account: Account): Actor {
  return { organisationId: account.id, by: account }
}
