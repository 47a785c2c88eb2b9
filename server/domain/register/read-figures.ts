import type { GroupFigures } from '#contract/course-sessions.ts'
import { percentageOf } from '#contract/course-working.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { countCourse } from './read-register.ts'
import { countBelow75 } from './read-reports.ts'
import { findReportedGroup, readScope } from './report-scope.ts'
import { countEnded } from './standing.ts'

/** What one group comes to so far: a course by its policy, the whole institute as in its reports. Throws document_not_found. */
export async function readFigures(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'register.view'>,
  { groupId }: { readonly groupId: string },
): Promise<GroupFigures> {
  const { course, ...group } = await findReportedGroup(storage, door, groupId)
  if (course) return countCourse(storage.courseReads, groupId, course.policy, await storage.now())
  const { scope, now } = await readScope({ storage }, group, {})
  const ended = await storage.reports.listSessions(scope, scope.firstNumber, scope.lastEnded, now)
  const counted = ended.reduce((sum, { expected }) => sum + expected, 0)
  const points = 100 * ended.reduce((sum, { present }) => sum + present, 0)
  return {
    people: scope.members,
    before: 0,
    held: countEnded(scope),
    notTaken: 0,
    below: (await countBelow75({ storage }, scope))?.below75 ?? 0,
    goal: goodAttendancePercent,
    counted,
    points,
    percentage: percentageOf({ counted, points }, goodAttendancePercent).percentage,
  }
}
