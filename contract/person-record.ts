import { z } from 'zod'
import { countAnswer, idAnswer, leftAtAnswer, timeAnswer } from './answer-parts.ts'
import { courseStanding, registerCell } from './course-sessions.ts'
import type { ReadOnly } from './read-only.ts'
import { history, studentRow } from './reports.ts'

/** One session of a course, as it is of one person. */
const recordedSession = z.strictObject({
  id: idAnswer,
  number: countAnswer,
  startedAt: timeAnswer,
  endsAt: timeAnswer,
  /** As in the register (course-sessions.ts). */
  letter: z.string(),
  counts: z.boolean(),
  cell: registerCell,
  /** What the student disputes; absent where nothing waits for an answer. */
  dispute: z
    .strictObject({
      at: timeAnswer,
      /** What the student said to it; absent without words. */
      words: z.string().exactOptional(),
    })
    .exactOptional(),
})
export type RecordedSession = ReadOnly<typeof recordedSession>

/** GET /people/:personId/record: one person in all groups that the reader may see, and a page of the sessions of one of them. */
export const personRecord = z.strictObject({
  person: z.strictObject({
    personId: idAnswer,
    studentId: idAnswer.nullable(),
    rollNumber: z.string(),
    given: z.string(),
    family: z.string(),
    /** '' for none. */
    section: z.string(),
    leftAt: leftAtAnswer,
  }),
  /** In the classes; null where the person was never a member, and where the reader does not see classes. */
  whole: studentRow.nullable(),
  /** By code. `since`: when the first enrolment began; null for a guest. */
  courses: z.array(z.strictObject({ ...courseStanding.shape, since: timeAnswer.nullable() })),
  /** The newest first; null where there is no group. */
  sessions: z
    .discriminatedUnion('of', [
      z.strictObject({ of: z.literal('whole'), ...history.shape }),
      z.strictObject({
        of: z.literal('course'),
        courseId: idAnswer,
        total: countAnswer,
        entries: z.array(recordedSession),
      }),
    ])
    .nullable(),
  serverTime: timeAnswer,
})
export type PersonRecord = ReadOnly<typeof personRecord>
