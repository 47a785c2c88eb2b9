import type { CheckInMark } from '#contract/check-in.ts'
import { type CellTruth, truthOf } from '#contract/course-cells.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { begunIn } from './make-mark.ts'
import type { CheckIn, LockedCheckIn, SessionToMark } from './stores.ts'

/** What sessions of courses ask for besides. */

type InCourse = Pick<CheckInMark, 'timing' | 'isGuest'>

/** How a check-in of a course stands by the time at which it began; nothing in a class. `markedAt`: by the session's clock. Epoch ms. */
export function standsInCourse(session: SessionToMark, isGuest: boolean, begunAt: number, markedAt: number): InCourse {
  const { course, startedAt } = session
  if (course === undefined) return {}
  const mark = { begunAt: begunIn(session, begunAt, markedAt), markedAt, way: 'room-code' } as const
  return describeTruth(truthOf({ mark, ruling: null, session: { ...course, startedAt } }), isGuest)
}

/** How a mark that is there stands, by what was decided since, too. */
export async function markStandsInCourse(
  { rulings }: Pick<Stores, 'rulings'>,
  { id, course }: SessionToMark,
  isGuest: boolean,
  studentId: string,
): Promise<InCourse> {
  const cell = course && (await rulings.findCell(id, studentId))
  return cell ? describeTruth(truthOf({ ...cell, session: cell }), isGuest) : {}
}

function describeTruth(truth: CellTruth | null, isGuest: boolean): InCourse {
  const timing = truth?.isAfterClosing ? 'after-closing' : truth?.status === 'late' ? 'late' : 'on-time'
  return { timing, ...(isGuest && { isGuest }) }
}

/** Throws not-in-course, after-closing. The time is the one that was signed. */
export function assertInCourse(
  { session, isEnrolled, mark }: Pick<LockedCheckIn, 'isEnrolled' | 'mark'> & { readonly session: SessionToMark },
  { begunAt }: Pick<CheckIn, 'begunAt'>,
): void {
  if (mark) return
  const refused = kindOf(session).refusesMark(session, isEnrolled, begunAt)
  if (refused) throw new Problem(refused)
}
