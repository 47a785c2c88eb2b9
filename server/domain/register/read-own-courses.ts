import type { CourseStanding, OwnCourses, OwnSession } from '#contract/course-sessions.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { CourseReader } from '../groups/stores.ts'
import { Problem } from '../problem.ts'
import { type Cell, disputableIn, letterOf, readCells } from './cells.ts'
import type { KeptDispute } from './dispute-stores.ts'
import { describeWorking } from './read-register.ts'
import { tellDispute } from './tell-dispute.ts'

/** The courses in which the calling student is or was enrolled, with the own cells alone. */
export async function readOwnCourses(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'courses.own'>,
): Promise<OwnCourses> {
  const { account } = door.caller
  const now = await storage.now()
  const disputes = await storage.disputes.listOf(account.id)
  const courses: OwnCourses['courses'][number][] = []
  for (const { organisationId, ...course } of await storage.courseReads.listOf({ studentId: account.id })) {
    const own = await readOwn(storage.courseReads, course, now)
    if (!own) continue
    courses.push({
      organisationId,
      ...own.standing,
      sessions: own.cells.map((cell) => ({
        ...tellDisputeOf(cell, disputes.get(cell.session.id), now),
        ...describeOwn(cell),
        room: cell.session.roomName,
        ...(cell.mark && { mark: { markedAt: cell.mark.markedAt, way: cell.mark.way } }),
        reason: cell.ruling?.reason ?? null,
        ...((cell.mark?.way === 'room-code' || cell.mark?.way === 'screen') && { isSigned: true as const }),
      })),
    })
  }
  return { courses, serverTime: now }
}

/**
 * What one session of an own course changes in the own numbers. Throws document_not_found for a course that is none of the
 * student's, and for a session in which they have no cell.
 */
export async function readOwnSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'courses.own'>,
  { courseId, sessionId }: { readonly courseId: string; readonly sessionId: string },
): Promise<OwnSession> {
  const { courseReads } = storage
  const [now, courses] = await Promise.all([storage.now(), courseReads.listOf({ studentId: door.caller.account.id })])
  const course = courses.find(({ id }) => id === courseId)
  if (!course) throw new Problem('document_not_found')
  const { personId, policy } = course
  const [own] = readCells(await courseReads.readRegister(courseId, { people: [personId] }), now)
  const others = own?.cells.filter(({ session, isOnSheet }) => session.id !== sessionId || !isOnSheet)
  if (!own || others?.length !== own.cells.length - 1) throw new Problem('document_not_found')
  const { goal, by } = policy
  return { goal, by, before: describeWorking(others, policy), now: describeWorking(own.cells, policy) }
}

type Listed = Omit<Awaited<ReturnType<CourseReader['listOf']>>[number], 'organisationId'>

/** One person in one course: the numbers, and the cells of the sheets on which the person is. Undefined for who has none. */
export async function readOwn(
  courseReads: Pick<CourseReader, 'readRegister'>,
  { personId, policy, ...course }: Listed,
  now: number,
): Promise<
  { readonly standing: CourseStanding; readonly since: number | null; readonly cells: readonly Cell[] } | undefined
> {
  const rows = await courseReads.readRegister(course.id, { people: [personId] })
  const [own] = readCells(rows, now)
  if (!own) return undefined
  const { goal, by } = policy
  return {
    standing: { ...course, isEnrolled: own.enrolled === 'now', goal, by, working: describeWorking(own.cells, policy) },
    // By their beginning; a guest has none.
    since: rows.enrolments[0]?.beginsAt ?? null,
    cells: own.cells.filter(({ isOnSheet }) => isOnSheet),
  }
}

/** A cell as it is of one person. */
export const describeOwn = (cell: Cell) => ({
  id: cell.session.id,
  number: cell.session.number,
  startedAt: cell.session.startedAt,
  endsAt: cell.session.endsAt,
  letter: letterOf(cell),
  counts: cell.counts,
})

/** What the student said of the own cell, or may say; nothing where there is neither. */
function tellDisputeOf(
  cell: Cell,
  kept: KeptDispute | undefined,
  now: number,
): Pick<OwnCourses['courses'][number]['sessions'][number], 'dispute'> {
  const dispute = tellDispute(kept ?? null, disputableIn({ ...cell, hasMark: cell.mark !== null }, now))
  return dispute.flaggedAt === null && dispute.mayDispute === undefined ? {} : { dispute }
}
