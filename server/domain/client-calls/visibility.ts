import type { Collection } from '#contract/identifiers.ts'
import { enter } from '../doors.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

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
  const { account } = requireCaller(context)
  if (id === account.id) return
  const isSeen =
    collection === 'organisations'
      ? await storage.organisations.find(id)
      : account.label === 'ORG' && (await storage.memberships.find(account.id, id))
  if (!isSeen) throw new Problem('document_not_found')
}

/**
 * For a malformed update: a caller who may not change the document at all gets that refusal instead of the mistakes in
 * the update (protocol §5). An institute may change only its members' attendance, in a call that changes nothing else.
 * Throws document_not_found, user_unauthorized.
 */
export async function assertMayChange(
  storage: Storage,
  context: RequestContext,
  collection: Collection,
  id: string,
  isAlone: boolean,
): Promise<void> {
  await enter('documents.update', context)
  await assertVisible(storage, context, collection, id)
  const { account } = requireCaller(context)
  const isInstituteOf = isAlone && collection === 'students' && account.label === 'ORG'
  if (id !== account.id && !isInstituteOf) throw new Problem('user_unauthorized')
}
