import type { Collection } from '#contract/identifiers.ts'
import { findActor } from '../acting-for.ts'
import type { UpdateAct } from '../acts.ts'
import type { Door } from '../doors.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

/** The id of the caller's own document: a student's, or that of the institute that the caller acts for. */
export function ownDocumentOf(context: RequestContext): string {
  return findActor(context)?.organisationId ?? requireCaller(context).account.id
}

/**
 * A document that the caller may not see is not found, whatever the act (protocol §5). Every caller may see that an
 * organisation exists. A student is visible to the student and to the organisations that the student is a member of.
 * Throws document_not_found.
 */
export async function assertVisible(
  storage: Storage,
  context: RequestContext,
  collection: Collection,
  id: string,
): Promise<void> {
  const actor = findActor(context)
  if (id === ownDocumentOf(context)) return
  const isSeen =
    collection === 'organisations'
      ? await storage.organisations.find(id)
      : actor && (await storage.memberships.find(actor.organisationId, id))
  if (!isSeen) throw new Problem('document_not_found')
}

/**
 * For a malformed update: a caller who may not change the document at all gets that refusal instead of the mistakes in
 * the update (protocol §5). An institute may change only its members' attendance, in a call that changes nothing else.
 * Throws document_not_found, user_unauthorized.
 */
export async function assertMayChange(
  storage: Storage,
  door: Door<UpdateAct>,
  collection: Collection,
  id: string,
  isAlone: boolean,
): Promise<void> {
  await assertVisible(storage, door, collection, id)
  const isInstituteOf = isAlone && collection === 'students' && findActor(door) !== undefined
  if (id !== ownDocumentOf(door) && !isInstituteOf) throw new Problem('user_unauthorized')
}
