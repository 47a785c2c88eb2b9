import { z } from 'zod'
import { countAnswer } from './answer-parts.ts'
import type { ReadOnly } from './read-only.ts'
import { goodAttendancePercent } from './rules.ts'

/**
 * The arithmetic of reports, for the server and for every screen. A session counts for a student when it has ended and
 * the student had joined before its end.
 */

/** A student's counts and percentage. */
export const attendanceWorking = z.strictObject({
  /** Ended sessions in which the student was expected. */
  counted: countAnswer,
  /** Those among them in which the student has a mark. */
  attended: countAnswer,
  /** attended / counted × 100; null while no session counts. */
  percentage: z.number().min(0).max(100).nullable(),
  /** How many of the next sessions in a row may be missed without falling below 75 %. 0 below it. */
  mayMiss: countAnswer,
  /** How many of the next sessions in a row must be attended to be at 75 % again. 0 at or above it. */
  mustAttend: countAnswer,
})
export type AttendanceWorking = ReadOnly<typeof attendanceWorking>

/** `counted` and `attended`: whole numbers, attended at most counted. */
export function workOutAttendance(attended: number, counted: number): AttendanceWorking {
  if (counted <= 0) return { counted: 0, attended: 0, percentage: null, mayMiss: 0, mustAttend: 0 }
  const goal = goodAttendancePercent
  // attended / (counted + missed) >= goal / 100, and (attended + further) / (counted + further) >= goal / 100.
  const mayMiss = Math.floor((attended * 100) / goal) - counted
  const mustAttend = Math.ceil((goal * counted - 100 * attended) / (100 - goal))
  return {
    counted,
    attended,
    percentage: (attended / counted) * 100,
    mayMiss: Math.max(0, mayMiss),
    mustAttend: Math.max(0, mustAttend),
  }
}

/**
 * Why the report's number differs from the dashboards' number (total / classes, spec §5). 'period': the report covers
 * only a part of the sessions. 'joined-later': the student was no member yet, or not at that time. 'session-running':
 * the running session is a class already, but a student without a mark in it is not absent yet.
 */
export const differenceReason = z.enum(['period', 'joined-later', 'session-running'])
export type DifferenceReason = z.output<typeof differenceReason>

/** The numbers of classes of an organisation, for one student and one period. */
export type ClassesOfStudent = {
  /** Number of classes that the organisation has started: the divisor of the dashboards. */
  readonly classes: number
  /** Ended sessions of the period. */
  readonly endedInPeriod: number
  /** Those among them that count for the student. */
  readonly counted: number
  /** True while a session runs. */
  readonly isRunning: boolean
}

/** All reasons that apply, none when both numbers have the same divisor. */
export function explainDifference({
  classes,
  endedInPeriod,
  counted,
  isRunning,
}: ClassesOfStudent): DifferenceReason[] {
  const ended = isRunning ? classes - 1 : classes
  return differenceReason.options.filter(
    (reason) =>
      (reason === 'period' && endedInPeriod < ended) ||
      (reason === 'joined-later' && counted < endedInPeriod) ||
      (reason === 'session-running' && isRunning),
  )
}
