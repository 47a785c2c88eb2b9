import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import { attendanceWorking } from './attendance-standing.ts'
import { requestOptions } from './ceremony-options.ts'
import { type CellStatus, cellStatuses } from './course-cells.ts'
import { maxCoursePeople } from './course-rules.ts'
import { codeAlphabet, publicSessionIdLength, roomCodeLength, typedCodeLength } from './identifiers.ts'
import { emailInput, optionalTextInput, rollNumberInput, textInput } from './inputs.ts'
import { authenticationCredential } from './passkey.ts'
import type { ReadOnly } from './read-only.ts'
import { maxMarksByHand } from './rules.ts'
import { maxRulingReasonLength } from './text-fields.ts'

/** Check-ins: a student is marked by one begun and finished ceremony (decision 24). Times are epoch ms. */

const letters = (length: number) => z.string().regex(new RegExp(`^[${codeAlphabet}]{${length}}$`))
/** Names an attendance session to phones. */
export const publicSessionId = letters(publicSessionIdLength)
export const roomCode = letters(roomCodeLength)

/** An attendance session, as a phone shows it. */
const checkInSession = z.strictObject({
  id: idAnswer,
  publicId: publicSessionId,
  number: countAnswer,
  organisationId: idAnswer,
  organisationName: z.string(),
  /** Absent in a class of the whole institute. */
  course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }).exactOptional(),
  startsAt: timeAnswer,
  endsAt: timeAnswer,
})
export type CheckInSession = ReadOnly<typeof checkInSession>

const checkInStudent = z.strictObject({
  id: idAnswer,
  name: z.string(),
  rollNumber: z.string(),
  /**
   * The standing as the dashboards show it (decision 31): `attended` is the total, `counted` all classes, those before the
   * student joined among them, and without one that runs in which the student has no mark. Pages of the first version read this name. Null on a screen that others see, and in a session of a course.
   */
  working: attendanceWorking.nullable(),
})
export type CheckInStudent = ReadOnly<typeof checkInStudent>

/** A roll call makes rulings, and no marks. */
const wayOfCheckIn = z.enum([...wayOfMark.options, 'roll-call'])

/**
 * What the browser can do next. 'ready' and 'log-in' come with a ceremony; at 'log-in' the passkey says who it is.
 */
const offerState = z.enum([
  'ready',
  'log-in',
  'not-a-member',
  'not-in-course',
  'after-closing',
  'already-marked',
  'withdrawn',
  'no-passkey',
  'held',
  'refused',
  'changed',
  'not-a-student',
  'unverified',
])
export type OfferState = z.output<typeof offerState>

/** How a check-in stands in a session of a course; nothing of it in a class. */
const inCourse = {
  /** By the signed time. */
  timing: z.enum(['on-time', 'late', 'after-closing']).exactOptional(),
  /** The student is not of the course: it counts nowhere. */
  isGuest: z.literal(true).exactOptional(),
}

/** The answer of POST /check-ins/scan and POST /check-ins. */
export const checkInOffer = z.strictObject({
  way: wayOfCheckIn,
  session: checkInSession,
  /** When the ticket or the ceremony ends, whichever is first. */
  goodUntil: timeAnswer,
  state: offerState,
  student: checkInStudent.nullable(),
  ceremony: z.strictObject({ id: idAnswer, options: requestOptions }).nullable(),
  /** With the state 'held': when the first of the student's passkeys works. */
  heldUntil: timeAnswer.exactOptional(),
  /** With the states 'already-marked' and 'withdrawn': when and how. Absent from an older server. */
  mark: z.strictObject({ markedAt: timeAnswer, way: wayOfMark }).exactOptional(),
  /** Of what this ceremony will make; with the state 'already-marked' of the mark, as it stands. */
  ...inCourse,
  serverTime: timeAnswer,
})
export type CheckInOffer = ReadOnly<typeof checkInOffer>

/** POST /check-ins/scan: what the QR code holds, or the letters below it as a person typed them. */
export const scanInput = z.union(
  [
    z.strictObject({ session: publicSessionId, code: roomCode }),
    z.strictObject({
      code: z
        .string()
        .min(typedCodeLength)
        .max(2 * typedCodeLength),
    }),
  ],
  'session and code must be those of the QR code, or code alone the letters below it',
)
export type ScanInput = z.output<typeof scanInput>

/** POST /check-ins */
export const beginCheckInInput = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('room-code') }),
  /** By an institute's screen, for the student who stands before it. */
  z
    .strictObject({
      way: z.literal('screen'),
      /** By a login of the institute: of a course. Without it the institute's class. */
      session: idAnswer.exactOptional(),
      rollNumber: rollNumberInput.exactOptional(),
      email: emailInput.exactOptional(),
    })
    .refine(
      ({ rollNumber, email }) => (rollNumber === undefined) !== (email === undefined),
      'rollNumber or email must name the student, and not both',
    ),
  /** By an institute, for all of the list with one gesture. */
  z.strictObject({
    way: z.literal('hand'),
    session: idAnswer,
    students: z.array(idAnswer).min(1).max(maxMarksByHand),
    reason: textInput('reason', 200),
  }),
  /** By an institute, for each of these people of a course: who is here and who is not, with one gesture. */
  z.strictObject({
    way: z.literal('roll-call'),
    session: idAnswer,
    statuses: z
      .array(z.strictObject({ person: idAnswer, status: z.enum(cellStatuses) }))
      .min(1)
      .max(maxCoursePeople),
    /** Asked where it changes what stands; '' otherwise. */
    reason: optionalTextInput('reason', maxRulingReasonLength),
  }),
])
export type BeginCheckInInput = z.output<typeof beginCheckInInput>

/** Someone said something of this person while a roll was taken: what stands now. */
export type MovedLine = { readonly person: string; readonly status: CellStatus }

/** POST /check-ins/:checkInId/finish */
export const finishCheckInInput = z.strictObject({ assertion: authenticationCredential })

const checkInMark = z.strictObject({
  student: checkInStudent,
  /** 'already-marked' and 'withdrawn': no mark was made now. */
  outcome: z.enum(['counted', 'already-marked', 'withdrawn']),
  /** When the student's mark of this session was made; null where there is none: the window of an earlier one is open. */
  markedAt: timeAnswer.nullable(),
  way: wayOfMark,
  ...inCourse,
})
export type CheckInMark = ReadOnly<typeof checkInMark>

export const finishedCheckIn = z.strictObject({
  way: wayOfCheckIn,
  session: checkInSession,
  marks: z.array(checkInMark),
  /** True where this call logged the student in. */
  loggedIn: z.boolean(),
  /** Another student checked in here from this browser in the last 24 hours. */
  sharedBrowser: z.boolean(),
  serverTime: timeAnswer,
})
export type FinishedCheckIn = ReadOnly<typeof finishedCheckIn>
