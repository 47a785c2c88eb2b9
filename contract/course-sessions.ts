import { z } from 'zod'
import { apartFromHere, countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { cellLetters } from './course-cells.ts'
import { coursePolicy } from './course-policy.ts'
import { sessionStatuses } from './course-rules.ts'
import { idPattern } from './identifiers.ts'
import { textInput } from './inputs.ts'
import { personOrPass } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { toldDispute } from './receipts.ts'
import { cellStatus, lastRuling } from './rulings.ts'
import { maxRulingReasonLength } from './text-fields.ts'
import { wayOfMark } from './ways.ts'

/** Sessions of courses: each person in one is a cell of the course's register. Times are epoch ms. */

const idInput = (field: string) => z.string().regex(idPattern, `${field} must be an id`)

export const courseSession = z.strictObject({
  id: idAnswer,
  publicId: z.string(),
  course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }),
  number: countAnswer,
  room: z.strictObject({ id: idAnswer, name: z.string() }).nullable(),
  startedAt: timeAnswer,
  endsAt: timeAnswer,
  /** Ms after the start; null: never. */
  lateAfterMs: countAnswer,
  closesAfterMs: countAnswer.nullable(),
  hasRoomCode: z.boolean(),
  /** The last word of a person of the institute. */
  status: z.enum(sessionStatuses),
  /** There is a mark or a ruling. */
  isTaken: z.boolean(),
  /** Who are here: present, late or left early. */
  present: countAnswer,
  /** Who are expected: on the sheet, neither left out nor excused. */
  people: countAnswer,
  /** Neither of them: who checked in as a guest, and who after closing. The latter are expected. */
  apart: apartFromHere,
  /** Absent where the institute's own login did. */
  startedBy: personOrPass.exactOptional(),
})
export type CourseSession = ReadOnly<typeof courseSession>

/** GET /today */
export const today = z.strictObject({
  running: z.array(courseSession),
  /** They ended without a mark or a ruling, and wait for a person. The newest first. */
  notTaken: z.array(courseSession),
  /** Open courses of the caller, by code: a teacher's own, or all. */
  courses: z.array(
    z.strictObject({
      id: idAnswer,
      code: z.string(),
      title: z.string(),
      people: countAnswer,
      /** Of the next session. */
      nextNumber: countAnswer,
    }),
  ),
  rooms: z.array(z.strictObject({ id: idAnswer, name: z.string() })),
  serverTime: timeAnswer,
})
export type Today = ReadOnly<typeof today>

const cell = z.strictObject({
  /** Null: neither a mark nor a ruling, in a session that runs, that no one has taken, or that is left out. */
  status: cellStatus.nullable(),
  isAfterClosing: z.boolean(),
  /** The session ended before the enrolment was entered: the person is neither present nor absent. */
  isLeftOut: z.boolean(),
  isGuest: z.boolean(),
  mark: z.strictObject({ markedAt: timeAnswer, begunAt: timeAnswer, way: wayOfMark }).nullable(),
  ruling: lastRuling.nullable(),
})
export type RegisterCell = ReadOnly<typeof cell>

const sheetPerson = z.strictObject({
  personId: idAnswer,
  studentId: idAnswer.nullable(),
  rollNumber: z.string(),
  given: z.string(),
  family: z.string(),
  cell,
})
export type CourseSheetPerson = ReadOnly<typeof sheetPerson>

/** The sheet of one session of a course, by roll number. */
export const courseSheet = z.strictObject({
  session: courseSession,
  people: z.array(sheetPerson),
  /** Until when teachers may rule. */
  lockedAt: timeAnswer,
  serverTime: timeAnswer,
})
export type CourseSheet = ReadOnly<typeof courseSheet>

/** PUT /sessions/:sessionId/room */
export const sessionRoomInput = z.strictObject({
  /** '' for none. */
  roomId: z.union([z.literal(''), idInput('roomId')]),
})

/** POST /sessions/:sessionId/status */
export const sessionStatusInput = z.strictObject({
  status: z.enum(sessionStatuses, 'status must be held, cancelled or no-one-came'),
  reason: textInput('reason', maxRulingReasonLength),
})
export type SessionStatusInput = z.output<typeof sessionStatusInput>

/**
 * One letter for each session in the order of the sessions: those of cellLetters; 'C' for a check-in after closing, '?'
 * where nothing is known yet, 'G' for a guest, '·' where the session ended before the enrolment was entered and is left
 * out, '-' off the sheet.
 */
export const registerLetters = {
  ...cellLetters,
  'after-closing': 'C',
  open: '?',
  guest: 'G',
  'left-out': '·',
  off: '-',
} as const
export type RegisterLetter = (typeof registerLetters)[keyof typeof registerLetters]

const percentage = {
  /** In hundredths of a percent, cut; null while nothing counts. */
  percentBp: countAnswer.nullable(),
  percentage: z.string().nullable(),
  isBelow: z.boolean(),
}

const working = z.strictObject({
  /** Sessions or minutes, by the policy; points are hundredths of them. */
  counted: countAnswer,
  points: countAnswer,
  ...percentage,
  /** By the sessions so far. */
  mayMiss: countAnswer,
  mustAttend: countAnswer.nullable(),
  missedInRow: countAnswer,
})
export type RegisterWorking = ReadOnly<typeof working>

const registerSession = z.strictObject({
  id: idAnswer,
  number: countAnswer,
  startedAt: timeAnswer,
  endsAt: timeAnswer,
  status: z.enum(sessionStatuses),
  isTaken: z.boolean(),
  isOver: z.boolean(),
  /** It counts for everyone on its sheet; while it runs, for those alone who have an entry. */
  counts: z.boolean(),
})
export type RegisterSession = ReadOnly<typeof registerSession>

/** Who are enrolled now, and who was before; guests are neither. */
const enrolled = { people: countAnswer, before: countAnswer }

const registerPerson = z.strictObject({
  personId: idAnswer,
  studentId: idAnswer.nullable(),
  rollNumber: z.string(),
  given: z.string(),
  family: z.string(),
  letters: z.string(),
  working,
})
export type RegisterPerson = ReadOnly<typeof registerPerson>

/** GET /groups/:groupId/register: sessions by their start, people by roll number. */
export const courseRegister = z.strictObject({
  course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }),
  policy: coursePolicy,
  sessions: z.array(registerSession),
  people: z.array(registerPerson),
  enrolled: z.strictObject(enrolled),
  /** Cells with rulings: the places of person and session, and the sequence of the last ruling. */
  rulings: z.array(z.tuple([countAnswer, countAnswer, countAnswer])),
  serverTime: timeAnswer,
})
export type CourseRegister = ReadOnly<typeof courseRegister>

const courseFigures = z.strictObject({
  id: idAnswer,
  code: z.string(),
  title: z.string(),
  department: z.string(),
  term: z.string(),
  ...enrolled,
  /** Sessions that count. */
  held: countAnswer,
  notTaken: countAnswer,
  /** Of the people now. */
  below: countAnswer,
  goal: countAnswer,
  /** Of all together, those of before too. */
  counted: countAnswer,
  points: countAnswer,
  percentage: z.string().nullable(),
})
export type CourseFigures = ReadOnly<typeof courseFigures>

/** GET /reports/courses, by code. */
export const coursesReport = z.strictObject({ courses: z.array(courseFigures), serverTime: timeAnswer })
export type CoursesReport = ReadOnly<typeof coursesReport>

/** GET /own/courses, by institute and code: courses in which the calling student is or was enrolled. */
export const ownCourses = z.strictObject({
  courses: z.array(
    z.strictObject({
      id: idAnswer,
      organisationId: idAnswer,
      code: z.string(),
      title: z.string(),
      isEnrolled: z.boolean(),
      goal: countAnswer,
      /** What is counted. */
      by: z.enum(['sessions', 'minutes']),
      working,
      sessions: z.array(
        z.strictObject({
          id: idAnswer,
          number: countAnswer,
          startedAt: timeAnswer,
          endsAt: timeAnswer,
          letter: z.string(),
          counts: z.boolean(),
          /** Of the last ruling. */
          reason: z.string().nullable(),
          /** There is a check-in that the student's passkey signed; absent where there is none. */
          isSigned: z.literal(true).exactOptional(),
          /** What the student said, or may say; absent where there is nothing. */
          dispute: toldDispute.exactOptional(),
        }),
      ),
    }),
  ),
  serverTime: timeAnswer,
})
export type OwnCourses = ReadOnly<typeof ownCourses>
