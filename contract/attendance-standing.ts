import { z } from 'zod'
import { countAnswer } from './answer-parts.ts'
import type { ReadOnly } from './read-only.ts'

/** How a percentage comes about, and what it allows. */
export const attendanceWorking = z.strictObject({
  /** Sessions that count. */
  counted: countAnswer,
  /** Those of them that the student has a mark in. */
  attended: countAnswer,
  /** attended / counted × 100, cut to two decimals; null while no session counts. */
  percentage: z.number().min(0).max(100).nullable(),
  /** How many of the next sessions in a row may be missed without falling below 75 %. 0 below it. */
  mayMiss: countAnswer,
  /** How many of the next sessions in a row must be attended to be at 75 % again. 0 at or above it. */
  mustAttend: countAnswer,
})
export type AttendanceWorking = ReadOnly<typeof attendanceWorking>

/**
 * Why the sessions that count for a student are not all classes (spec §5). 'period': the report covers only a part of
 * the sessions. 'joined-later': the student was no member yet, or not at that time. 'session-running': the running
 * session is a class already, but a student without a mark in it is not absent yet.
 */
export const differenceReason = z.enum(['period', 'joined-later', 'session-running'])
export type DifferenceReason = z.output<typeof differenceReason>
