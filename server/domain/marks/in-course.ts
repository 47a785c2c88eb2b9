import type { CheckInMark } from '#contract/check-in.ts'
import { truthOf } from '#contract/course-cells.ts'
import { kindOf } from '../groups/kind-of.ts'
import { Problem } from '../problem.ts'
import type { CheckIn, LockedCheckIn, SessionToMark } from './stores.ts'

/** What sessions of courses ask for besides. */

/** How a check-in of a course stands by the time at which it began, epoch ms; undefined in a class. */
export function timingOf({ course, startedAt }: SessionToMark, begunAt: number): CheckInMark['timing'] {
  if (course === undefined) return undefined
  const mark = { begunAt, markedAt: begunAt, way: 'room-code' } as const
  const truth = truthOf({ mark, ruling: null, session: { ...course, startedAt } })
  return truth?.isAfterClosing ? 'after-closing' : truth?.status === 'late' ? 'late' : 'on-time'
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
