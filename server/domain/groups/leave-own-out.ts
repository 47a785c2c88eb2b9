import { requireActor } from '../acting-for.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/** These people without the one who acts: no one changes how a cell of the own person counts. */
export async function leaveOwnOut(
  { courses }: Pick<Stores, 'courses'>,
  context: RequestContext,
  personIds: readonly string[],
): Promise<readonly string[]> {
  const { organisationId, by } = requireActor(context)
  const own = await courses.findPersonOf(organisationId, by.id)
  return personIds.filter((id) => id !== own)
}

/** Throws own-record where one of them is the person who acts. */
export async function refuseOwnPerson(
  stores: Pick<Stores, 'courses'>,
  context: RequestContext,
  personIds: readonly string[],
): Promise<void> {
  if ((await leaveOwnOut(stores, context, personIds)).length < personIds.length) throw new Problem('own-record')
}
