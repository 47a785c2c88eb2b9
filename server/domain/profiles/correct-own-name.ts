import type { OwnName } from '#contract/student.ts'
import { joinNames } from '#contract/text-fields.ts'
import { publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { describeMember, mailWhenQuiet } from '../mail/notices.ts'
import { Problem } from '../problem.ts'

/** A student corrects the own name, and each institute is told: a name of its roster stays. Throws document_not_found without a profile. */
export async function correctOwnName(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'own-name.correct'>,
  name: OwnName,
): Promise<void> {
  const { id } = door.caller.account
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(id)
    if (!(await stores.students.lock(id))) throw new Problem('document_not_found')
    const now = await stores.now()
    const memberships = await stores.memberships.listOfStudent(id)
    for (const { organisationId } of memberships) {
      const place = await stores.memberships.findPlace(organisationId, id)
      const subject = { kind: 'member-renamed', accountId: organisationId, senderId: id } as const
      if (place) await mailWhenQuiet(stores, subject, describeMember(place), now)
    }
    await stores.students.rename(id, name, now)
    await stores.accounts.rename(id, joinNames(name.firstName, name.lastName), now)
    await event(stores, door, 'profile.update', { facts: { fields: Object.keys(name) } })
    await publishStudentUpdate(stores, id, memberships, now)
  })
}
