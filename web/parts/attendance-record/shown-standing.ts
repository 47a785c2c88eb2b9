import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import type { StudentStanding } from '#contract/reports.ts'

/** The number that reports show (decision 31). */
export function shownStanding({ shown, official }: StudentStanding): AttendanceWorking {
  return shown ?? official
}

/** True while a class runs in which the student has no mark, and which the number leaves out. */
export function isClassLeftOut({ shown, official }: StudentStanding): boolean {
  return shown !== undefined && shown.counted < official.counted
}
