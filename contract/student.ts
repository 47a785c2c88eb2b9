import { z } from 'zod'
import { idAnswer, timeAnswer } from './answer-parts.ts'
import { emailInput, phoneNumberInput, rollNumberInput, secretInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { maxNameLength } from './text-fields.ts'

/** The student document: what a client may send and what it gets. */

const instituteCodeInput = z.string('organisation must be a list of institute codes').min(1).max(64)

export const createStudentInput = z.strictObject({
  firstName: textInput('firstName', maxNameLength),
  lastName: textInput('lastName', maxNameLength),
  email: emailInput,
  phoneNumber: phoneNumberInput,
  rollNumber: rollNumberInput,
  organisation: z.array(instituteCodeInput).length(1, 'organisation must name exactly one institute'),
  attendance: z.enum(['', '{}'], 'attendance is kept by the server').nullish(),
  passKey: z.null('passKey is set by the server').optional(),
})

/** PATCH /own/name */
export const ownNameInput = createStudentInput.pick({ firstName: true, lastName: true })
export type OwnName = z.output<typeof ownNameInput>

/** When a student's account goes; null: it stays. */
export const ownAccount = z.strictObject({ deleteAt: timeAnswer.nullable() })
export type OwnAccount = ReadOnly<typeof ownAccount>

/** PUT /own/account: the values of the mailed link. */
export const keepAccountInput = z.strictObject({
  userId: z.string('userId must be text').max(64),
  secret: secretInput,
})
export type KeepAccount = z.output<typeof keepAccountInput>

/** Exactly one intent per PATCH (rules §4). */
export const updateStudentInput = z.union([
  z.strictObject({ email: emailInput }),
  z.strictObject({ phoneNumber: phoneNumberInput }),
  /** `rollNumber`: at the institute that is added, where it is not the student's own. */
  z.strictObject({
    organisation: z.array(instituteCodeInput).min(1).max(200),
    rollNumber: rollNumberInput.exactOptional(),
  }),
  z.strictObject({ attendance: z.string().max(4_096) }),
])
export type StudentUpdate = z.output<typeof updateStudentInput>

/** One organisation's entry in the attendance field (spec §3). `expiryTime`: epoch ms. */
const attendanceEntry = z.strictObject({
  total: z.int().min(0),
  expiryTime: z.int().min(0),
})
export type AttendanceEntry = z.output<typeof attendanceEntry>

/** The attendance field is this, as a JSON string: entries by organisation id. */
export const attendanceField = z.record(z.string(), attendanceEntry)
export type AttendanceField = Readonly<Record<string, AttendanceEntry>>

/** The student's document as the student's institutes get it. */
export const studentAttributes = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  rollNumber: z.string(),
  /** Institute codes. */
  organisation: z.array(idAnswer),
  /** JSON of AttendanceField. */
  attendance: z.string(),
  /** True when a passkey is registered, otherwise absent. */
  passKey: z.literal(true).exactOptional(),
  /** True while the student's email is not verified, otherwise absent. Sent to the student's organisations only. */
  emailNotVerified: z.literal(true).exactOptional(),
})
export type StudentAttributes = ReadOnly<typeof studentAttributes>

/** A member, as the institute sees it. */
export const memberAsInstituteSees = z.strictObject({ $id: idAnswer, ...studentAttributes.shape })
export type MemberAsInstituteSees = ReadOnly<typeof memberAsInstituteSees>
