import { z } from 'zod'
import { emailInput, phoneNumberInput, rollNumberInput, textInput } from './inputs.ts'
import { maxNameLength } from './text-fields.ts'

/** The student document: what a client may send and what it may be shown. */

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

/** Exactly one intent per PATCH (rules §4). */
export const updateStudentInput = z.union([
  z.strictObject({ email: emailInput }),
  z.strictObject({ phoneNumber: phoneNumberInput }),
  z.strictObject({ organisation: z.array(instituteCodeInput).min(1).max(200) }),
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

export type StudentAttributes = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly rollNumber: string
  /** Institute codes. */
  readonly organisation: readonly string[]
  /** JSON of AttendanceField. */
  readonly attendance: string
  /** True when a passkey is registered, absent otherwise. */
  readonly passKey?: true
  /** True while the student's email is not verified, absent otherwise. Shown to the student's organisations alone. */
  readonly emailNotVerified?: true
}
