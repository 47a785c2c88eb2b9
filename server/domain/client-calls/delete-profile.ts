import type { Collection } from '#contract/identifiers.ts'
import { type WrittenEnrolment, written } from '../audit/written-rows.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'
import { assertVisible } from './visibility.ts'

/** A student's profile can be deleted within this time, while it has no marks. */
const studentDeletableMs = 24 * 60 * 60_000

/**
 * Deletes the caller's own profile document while no other data depends on it. Needs a step-up (rules §5.7). Throws
 * user_unauthorized, document_delete_restricted.
 */
export async function deleteProfile(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<`${Collection}.delete`>,
  collection: Collection,
  id: string,
): Promise<void> {
  const assertSeen = () => assertVisible(storage, door, collection, id)
  await choose(door, `${collection}.delete`, assertSeen)
  await assertSeen()
  const { account } = door.caller
  if (account.id !== id) throw new Problem('user_unauthorized')
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.accounts.lock(id)
    let enrolments: readonly WrittenEnrolment[] = []
    if (collection === 'students') {
      const student = await stores.students.lock(id)
      if (!student) throw new Problem('document_not_found')
      const now = await stores.now()
      const isOld = now - student.createdAt >= studentDeletableMs
      if (isOld || (await stores.attendance.isInRegister(id))) throw new Problem('document_delete_restricted')
      const memberships = await stores.memberships.listOfStudent(id)
      enrolments = await stores.memberships.removeAllOf(id)
      await stores.students.remove(id)
      for (const { organisationId } of memberships) await publishOrganisationUpdate(stores, organisationId, now)
    } else {
      const organisation = await stores.organisations.lock(id)
      if (!organisation) throw new Problem('document_not_found')
      const isUsed = organisation.members > 0 || organisation.classes > 0 || (await stores.organisations.isInUse(id))
      if (isUsed) throw new Problem('document_delete_restricted')
      await stores.organisations.remove(id)
    }
    const facts = { collection, ...written({ enrolments }) }
    await event(stores, confirmed, 'profile.delete', { subject: id, facts })
  })
}
