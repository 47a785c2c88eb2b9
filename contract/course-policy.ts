import { z } from 'zod'
import { type PolicyNumber, policyBounds } from './course-rules.ts'
import { wholeNumberInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { goodAttendancePercent } from './rules.ts'

/** How a course counts. Times are minutes after the start of a session. */

const bounded = (field: PolicyNumber) => {
  const [least, most] = policyBounds[field]
  return wholeNumberInput(field, least, most)
}

export const coursePolicy = z
  .strictObject({
    /** Percent; at or above it attendance is good. */
    goal: bounded('goal'),
    /** What an excused session counts as. */
    excused: z.enum(['left-out', 'attended', 'missed'], 'excused must be left-out, attended or missed'),
    /** By sessions: what a session counts, in hundredths, to which a student came late, or which one left early. */
    latePoints: bounded('latePoints'),
    leftEarlyPoints: bounded('leftEarlyPoints'),
    /** Each so many late sessions, one counts as absent; null: none does. */
    lateAsAway: bounded('lateAsAway').nullable(),
    /** How many sessions without full points are left out, the worst first. */
    drop: bounded('drop'),
    /** What is counted: each session alike, or its minutes. */
    by: z.enum(['sessions', 'minutes'], 'by must be sessions or minutes'),
    /** From here on a check-in is late. */
    lateAfter: bounded('lateAfter'),
    /** From here on a check-in is after closing; null: never. */
    closesAfter: bounded('closesAfter').nullable(),
    /** What becomes of a check-in after closing. */
    afterClosing: z.enum(['missed', 'refused'], 'afterClosing must be missed or refused'),
    /** Whether students who are not enrolled may check in; their marks count nowhere. */
    guests: z.boolean('guests must be true or false'),
  })
  .refine(
    ({ lateAfter, closesAfter }) => closesAfter === null || lateAfter <= closesAfter,
    'lateAfter must be at most closesAfter',
  )
export type CoursePolicy = ReadOnly<typeof coursePolicy>

export const defaultCoursePolicy: CoursePolicy = {
  goal: goodAttendancePercent,
  excused: 'left-out',
  latePoints: 100,
  leftEarlyPoints: 100,
  lateAsAway: null,
  drop: 0,
  by: 'sessions',
  lateAfter: 10,
  closesAfter: 30,
  afterClosing: 'missed',
  guests: false,
}
