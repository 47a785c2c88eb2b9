import { setTeachers } from '#server/domain/groups/courses.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { invited } from './course-plans.ts'
import type { Colleagues } from './insert-colleagues.ts'
import { openDoors } from './term-of-courses.ts'

/** The office gives a teacher who joins by the demo's link the courses of a colleague: without any, Today is empty. */
export function giveCourses(storage: OpenStorage, colleagues: Colleagues): void {
  const { id, organisationId } = colleagues.teacher.staff
  const { as } = openDoors(storage, colleagues)
  const give = async () => {
    const account = await storage.accounts.findByEmail(invited.teacher)
    const joined = account && (await storage.staff.findNow(organisationId, account.id))
    if (!joined) return
    stop()
    for (const { groupId: courseId } of await storage.staff.listGroups(id)) {
      if (courseId === organisationId) continue
      await setTeachers({ storage }, await as('registrar', 'courses.manage'), { courseId, staff: [id, joined.id] })
    }
  }
  const stop = storage.changeFeed.subscribe({
    onChange: (change) => {
      // Who joins is logged in.
      if ('accountId' in change) void give()
    },
    onGap: () => void give(),
  })
}
