import { z } from 'zod'
import { apartFromHere, countAnswer, idAnswer, leftAtAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import { disputedCell, sheetChecks, sheetMark } from './attendance-sheet.ts'
import { coursePolicy } from './course-policy.ts'
import { sessionStatuses } from './course-rules.ts'
import { idPattern } from './identifiers.ts'
import { textInput } from './inputs.ts'
import { personOrPass } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { toldDispute } from './receipts.ts'
import { cellHistory, cellStatus, lastRuling } from './rulings.ts'
import { maxRulingReasonLength } from './text-fields.ts'

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
  lateAfterMs: countAnswer.nullable(),
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
  /** The classes of the whole institute; absent for who starts none. */
  whole: z
    .strictObject({
      people: countAnswer,
      nextNumber: countAnswer,
      running: z
        .strictObject({
          id: idAnswer,
          number: countAnswer,
          room: z.strictObject({ id: idAnswer, name: z.string() }).nullable(),
          startedAt: timeAnswer,
          endsAt: timeAnswer,
          /** Who are here, and of how many: the members, and who has left since with a mark. */
          present: countAnswer,
          people: countAnswer,
        })
        .nullable(),
    })
    .exactOptional(),
  rooms: z.array(z.strictObject({ id: idAnswer, name: z.string() })),
  serverTime: timeAnswer,
})
export type Today = ReadOnly<typeof today>

/** A person in a session of a course. */
export const registerCell = z.strictObject({
  /** Null: neither a mark nor a ruling, in a session that runs, that no one has taken, or that is left out. */
  status: cellStatus.nullable(),
  isAfterClosing: z.boolean(),
  /** The session ended before the enrolment was entered: the person is neither present nor absent. */
  isLeftOut: z.boolean(),
  isGuest: z.boolean(),
  mark: z.strictObject({ markedAt: timeAnswer, begunAt: timeAnswer, way: wayOfMark }).nullable(),
  ruling: lastRuling.nullable(),
})
export type RegisterCell = ReadOnly<typeof registerCell>

const sheetPerson = z.strictObject({
  personId: idAnswer,
  studentId: idAnswer.nullable(),
  rollNumber: z.string(),
  given: z.string(),
  family: z.string(),
  leftAt: leftAtAnswer,
  cell: registerCell,
})
export type CourseSheetPerson = ReadOnly<typeof sheetPerson>

/** The sheet of one session of a course, by roll number, as a day pass reads it, too. */
export const courseSheet = z.strictObject({
  session: courseSession,
  people: z.array(sheetPerson),
  /** Until when teachers may rule. */
  lockedAt: timeAnswer,
  serverTime: timeAnswer,
})
export type CourseSheet = ReadOnly<typeof courseSheet>

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
})
export type RegisterWorking = ReadOnly<typeof working>

const checkedPerson = sheetPerson.extend({
  cell: registerCell.extend({ mark: sheetMark.extend({ begunAt: timeAnswer }).nullable(), ...disputedCell }),
  /** As the register has it; absent for who reads no register, and where that is too large to be read with a sheet. */
  soFar: working.exactOptional(),
})
export type CheckedPerson = ReadOnly<typeof checkedPerson>

/** The same for people of the institute, with what deserves a look. */
export const checkedSheet = courseSheet.extend({ people: z.array(checkedPerson), ...sheetChecks.shape })
export type CheckedSheet = ReadOnly<typeof checkedSheet>

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
  /** The name of its room; absent without one. */
  room: z.string().exactOptional(),
})
export type RegisterSession = ReadOnly<typeof registerSession>

/**
 * GET /sessions/:sessionId/people/:personId/rulings: the cell with its history, and in a course what the person's numbers
 * come to, now and by each status; absent for who reads no register.
 */
export const cellWithNumbers = z.strictObject({
  ...cellHistory.shape,
  numbers: z.strictObject({ now: working, by: z.record(cellStatus, working) }).exactOptional(),
})
export type CellWithNumbers = ReadOnly<typeof cellWithNumbers>
export type CellNumbers = NonNullable<CellWithNumbers['numbers']>

/** POST /sessions/:sessionId/people/:personId/rulings: the cell with its history, and in a course the person's row of its register. */
export const ruledCell = z.strictObject({
  ...cellHistory.shape,
  row: z.strictObject({ letters: z.string(), working }).exactOptional(),
})
export type RuledCell = ReadOnly<typeof ruledCell>

/** Who are enrolled now, and who was before; guests are neither. */
const enrolled = { people: countAnswer, before: countAnswer }

const registerPerson = z.strictObject({
  personId: idAnswer,
  studentId: idAnswer.nullable(),
  rollNumber: z.string(),
  given: z.string(),
  family: z.string(),
  /** Now: of who was before, and of guests, it is false. */
  isEnrolled: z.boolean(),
  leftAt: leftAtAnswer,
  letters: z.string(),
  /** Cells with rulings: the place of the session, and the sequence of the last ruling. */
  rulings: z.array(z.tuple([countAnswer, countAnswer])),
  working,
})
export type RegisterPerson = ReadOnly<typeof registerPerson>

/**
 * GET /groups/:groupId/register: sessions by their start, people by roll number. Of the whole institute there is neither
 * course nor policy, and the numbers are those of the reports.
 */
export const courseRegister = z.strictObject({
  course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }).exactOptional(),
  policy: coursePolicy.exactOptional(),
  sessions: z.array(registerSession),
  people: z.array(registerPerson),
  enrolled: z.strictObject(enrolled),
  serverTime: timeAnswer,
})
export type CourseRegister = ReadOnly<typeof courseRegister>

/** GET /groups/:groupId/figures: what a group comes to so far, by its own policy. */
export const groupFigures = z.strictObject({
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
export type GroupFigures = ReadOnly<typeof groupFigures>

const courseFigures = z.strictObject({
  id: idAnswer,
  code: z.string(),
  title: z.string(),
  department: z.string(),
  term: z.string(),
  ...groupFigures.shape,
})
export type CourseFigures = ReadOnly<typeof courseFigures>

/** GET /reports/courses, by code. */
export const coursesReport = z.strictObject({ courses: z.array(courseFigures), serverTime: timeAnswer })
export type CoursesReport = ReadOnly<typeof coursesReport>

/** How one person stands in a course. */
export const courseStanding = z.strictObject({
  id: idAnswer,
  code: z.string(),
  title: z.string(),
  isEnrolled: z.boolean(),
  goal: countAnswer,
  /** What is counted. */
  by: z.enum(['sessions', 'minutes']),
  working,
})
export type CourseStanding = ReadOnly<typeof courseStanding>

/** GET /own/courses, by institute and code: courses in which the calling student is or was enrolled. */
export const ownCourses = z.strictObject({
  courses: z.array(
    z.strictObject({
      organisationId: idAnswer,
      ...courseStanding.shape,
      sessions: z.array(
        z.strictObject({
          id: idAnswer,
          number: countAnswer,
          startedAt: timeAnswer,
          endsAt: timeAnswer,
          letter: z.string(),
          counts: z.boolean(),
          /** Its name. */
          room: z.string().nullable(),
          mark: z.strictObject({ markedAt: timeAnswer, way: wayOfMark }).exactOptional(),
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

/** GET /own/courses/:courseId/sessions/:sessionId: the own numbers of the course without this session, and with it. */
export const ownSession = z.strictObject({
  goal: countAnswer,
  /** What is counted. */
  by: z.enum(['sessions', 'minutes']),
  before: working,
  now: working,
})
export type OwnSession = ReadOnly<typeof ownSession>
