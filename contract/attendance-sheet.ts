import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark, waysOfMarking } from './answer-parts.ts'
import { publicSessionId } from './check-in.ts'
import { headCount } from './head-count.ts'
import { passkeyReadiness } from './passkey.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'

/** The sheet of one attendance session: who is here, how each mark was made, head count and draws. Times are epoch ms. */

/** What makes a mark worth a second look (rules §5.5). A flag never changes the mark. */
const markFlag = z.enum([
  'new-passkey',
  'backup-changed',
  'cross-platform',
  'shared-browser',
  'two-browsers',
  'other-browser-active',
  'late-code',
])
export type MarkFlag = z.output<typeof markFlag>

/** A student whom a person was asked to look up in the room. A student who is drawn again has another one. */
const draw = z.strictObject({
  studentId: idAnswer,
  personId: idAnswer,
  name: z.string(),
  rollNumber: z.string(),
  drawnAt: timeAnswer,
  /** Null while no person has said so. It can be changed until `drawUntil`. */
  here: z.boolean().nullable(),
  /** The mark was withdrawn; absent while it stands. */
  isWithdrawn: z.literal(true).exactOptional(),
  /** Who drew the student, or said whether the student is here. */
  by: person.exactOptional(),
})
export type Draw = ReadOnly<typeof draw>

/** POST /sessions/:sessionId/draws and PUT of one: all of the session, in the order in which they were drawn. */
export const draws = z.strictObject({ draws: z.array(draw) })
export type Draws = ReadOnly<typeof draws>

export const drawAnswerInput = z.strictObject({ here: z.boolean('here must be true or false') })

export const sheetMark = z.strictObject({
  markedAt: timeAnswer,
  way: wayOfMark,
  /** False where no signature is kept: neither the student's, nor, by hand, the institute's. */
  isSigned: z.boolean(),
  flags: z.array(markFlag),
  isWithdrawn: z.boolean(),
  /** By hand: why; of all others null. */
  reason: z.string().nullable(),
  /** Who signed it by hand. */
  by: person.exactOptional(),
})
export type SheetMark = ReadOnly<typeof sheetMark>

/** What looks at the marks of a session, of whatever group. */
export const sheetChecks = z.strictObject({
  /** Of the marks by room code. Null where fewer than five have a network; each leaves its mark after 30 days. */
  network: z.strictObject({ largest: countAnswer, of: countAnswer }).nullable(),
  /** Flags of nearly all marks that stand: they are about the room, and not about a student. Absent where there are none. */
  roomFlags: z.array(z.strictObject({ flag: markFlag, marks: countAnswer, of: countAnswer })).exactOptional(),
  /** The last one; null before the first. */
  headCount: headCount.nullable(),
  draws: draws.shape.draws,
  /** Until when students can be drawn. */
  drawUntil: timeAnswer,
})
export type SheetChecks = ReadOnly<typeof sheetChecks>

/** The student disputes the cell, and waits for an answer; absent otherwise. */
export const disputedCell = { isDisputed: z.literal(true).exactOptional() }

export const attendanceSheet = z.strictObject({
  session: z.strictObject({
    id: idAnswer,
    publicId: publicSessionId,
    number: countAnswer,
    startedAt: timeAnswer,
    endsAt: timeAnswer,
    ways: waysOfMarking,
    isOver: z.boolean(),
    /** Absent without one. */
    roomId: idAnswer.exactOptional(),
    startedBy: person.exactOptional(),
    endedBy: person.exactOptional(),
  }),
  /** `marked` is the sum of the three ways, without the withdrawn marks; `members` are expected. */
  counts: z.strictObject({
    members: countAnswer,
    marked: countAnswer,
    screen: countAnswer,
    roomCode: countAnswer,
    hand: countAnswer,
    /** Absent where there are none. */
    office: countAnswer.exactOptional(),
    withdrawn: countAnswer,
  }),
  ...sheetChecks.shape,
  /** Until when students can be marked by hand. */
  handUntil: timeAnswer,
  /** Rows that match the filter and the search, on all pages. */
  total: countAnswer,
  /** By roll number. */
  rows: z.array(
    z.strictObject({
      studentId: idAnswer,
      personId: idAnswer,
      name: z.string(),
      rollNumber: z.string(),
      mark: sheetMark.nullable(),
      ...disputedCell,
      /** Of a student without a mark whose passkeys are all refused, as in PasskeyReadiness. Absent otherwise. */
      passkey: passkeyReadiness.shape.state.extract(['refused', 'changed']).exactOptional(),
    }),
  ),
  serverTime: timeAnswer,
})
export type AttendanceSheet = ReadOnly<typeof attendanceSheet>
