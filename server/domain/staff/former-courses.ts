import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'

/**
 * The office's answer about a person who came back: whether the courses of before are theirs again. It is asked once. Throws
 * document_not_found where there is no such question.
 */
export async function answerFormerCourses(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'courses.manage'>,
  { staffId: id, giveBack }: { readonly staffId: string; readonly giveBack: boolean },
): Promise<void> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const person = await stores.staff.lock(organisationId, id)
    const asked = (await stores.staff.listFormerCourses(organisationId)).filter(({ staffId }) => staffId === id)
    if (!person || asked.length === 0) throw new Problem('document_not_found')
    const now = await stores.now()
    const given = giveBack ? asked : []
    await stores.staff.answerAboutCourses(id, given, now)
    const staffGroups = given.map(({ id: groupId }) => ({ staffId: id, groupId, since: now, until: null }))
    const facts = { organisationId, courses: given.length, ...written({ staffGroups }) }
    await event(stores, door, 'staff.courses', { subject: person.accountId, facts, at: now })
  })
}
