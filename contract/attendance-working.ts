import { attendancePercent } from './attendance-percent.ts'
import type { AttendanceWorking, DifferenceReason } from './attendance-standing.ts'
import { goodAttendancePercent } from './rules.ts'

/**
 * The arithmetic of reports, for the server and for every screen. A session counts for a student when it has ended and
 * the student had joined before its end.
 */

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
    percentage: attendancePercent(attended, counted),
    mayMiss: Math.max(0, mayMiss),
    mustAttend: Math.max(0, mustAttend),
  }
}

/**
 * The classes that count so far. One that runs is not yet missed (decision 31). `isUnmarked`: one runs, and the student has no
 * mark in it.
 */
export function countSoFar(classes: number, isUnmarked: boolean): number {
  return isUnmarked ? Math.max(0, classes - 1) : classes
}

/**
 * The part since joining of who joined when `before` classes were over: where all classes say less than 75 and that part does
 * not, or has no class yet. There it is said first (decision 31); elsewhere undefined.
 */
export function partSinceJoining(
  { counted, attended, percentage }: AttendanceWorking,
  before: number,
): AttendanceWorking | undefined {
  if (before === 0 || percentage === null || percentage >= goodAttendancePercent) return undefined
  const part = workOutAttendance(attended, counted - before)
  return part.percentage === null || part.percentage >= goodAttendancePercent ? part : undefined
}

/**
 * True where the sessions that the student could attend give another verdict than the number beside it: only then is
 * a second number worth a word (decision 31).
 */
export function hasOtherVerdict(shown: AttendanceWorking, working: AttendanceWorking): boolean {
  const isGood = (percentage: number) => percentage >= goodAttendancePercent
  if (shown.percentage === null) return false
  if (working.percentage === null) return !isGood(shown.percentage)
  return isGood(shown.percentage) !== isGood(working.percentage)
}

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

const reasons = ['period', 'joined-later', 'session-running'] as const satisfies readonly DifferenceReason[]

/** All reasons that apply, none when both numbers have the same divisor. */
export function explainDifference({
  classes,
  endedInPeriod,
  counted,
  isRunning,
}: ClassesOfStudent): DifferenceReason[] {
  const ended = isRunning ? classes - 1 : classes
  return reasons.filter(
    (reason) =>
      (reason === 'period' && endedInPeriod < ended) ||
      (reason === 'joined-later' && counted < endedInPeriod) ||
      (reason === 'session-running' && isRunning),
  )
}
