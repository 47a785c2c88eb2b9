import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'

/**
 * A student leaves an institute. The person stays on its roster, and in its courses until the office ends that: who leaves is
 * absent there. Needs a step-up (rules §5.7). Throws document_not_found.
 */
export async function leaveInstitute(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'memberships.leave'>,
  { organisationId }: { readonly organisationId: string },
): Promise<void> {
  const { id } = door.caller.account
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    const at = await endMembership(stores, organisationId, id)
    const facts = { organisationId }
    await event(stores, confirmed, 'membership.leave', { subject: organisationId, facts, at, student: id })
  })
}

/** Ends a membership by the student's own act, in the caller's transaction. Returns when. Throws document_not_found. */
export async function endMembership(stores: Stores, organisationId: string, studentId: string): Promise<number> {
  await stores.organisations.lockMembers(organisationId)
  if (!(await stores.memberships.lockMember(organisationId, studentId))) throw new Problem('document_not_found')
  // Read after the lock: a mark that held it was made before the end.
  const now = await stores.now()
  await stores.memberships.end(organisationId, studentId, 'left', now)
  await stores.students.touch([studentId], now)
  // The student knows what stands now.
  await stores.notices.forget({ accountId: studentId, senderId: organisationId, topic: 'membership' })
  return now
}
