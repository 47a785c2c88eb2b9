import type { CheckInMark } from '#contract/check-in.ts'
import { truthOf } from '#contract/course-cells.ts'
import { Problem } from '../problem.ts'
import type { CheckIn, LockedCheckIn, SessionToMark } from './stores.ts'

/** What sessions of courses ask for besides. */

/** Whether a check-in that began then, epoch ms, is refused: it came after closing. */
export function isTooLate({ course, startedAt, setBackMs }: SessionToMark, begunAt: number): boolean {
  if (!course?.refusesLate || course.closesAfterMs === null) return false
  return begunAt + setBackMs - startedAt >= course.closesAfterMs
}

/** How a check-in of a course stands by the time at which it began, epoch ms; undefined in a class. */
export function timingOf({ course, startedAt }: SessionToMark, begunAt: number): CheckInMark['timing'] {
  if (course === undefined) return undefined
  const mark = { begunAt, markedAt: begunAt, way: 'room-code' } as const
  const truth = truthOf({ mark, ruling: null, session: { ...course, startedAt } })
  return truth?.isAfterClosing ? 'after-closing' : truth?.status === 'late' ? 'late' : 'on-time'
}

/** Whether a member may not check in: not enrolled, where guests are not taken. */
export function isOutside({ course }: SessionToMark, isEnrolled: boolean): boolean {
  return course !== undefined && !isEnrolled && !course.takesGuests
}

/** Throws not-in-course, after-closing. The time is the one that was signed. */
export function assertInCourse(
  { session, isEnrolled, mark }: Pick<LockedCheckIn, 'isEnrolled' | 'mark'> & { readonly session: SessionToMark },
  { begunAt }: Pick<CheckIn, 'begunAt'>,
): void {
  if (mark) return
  if (isOutside(session, isEnrolled)) throw new Problem('not-in-course')
  if (isTooLate(session, begunAt)) throw new Problem('after-closing')
}
