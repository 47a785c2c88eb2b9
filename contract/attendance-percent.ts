/** It imports nothing, so it can stand in the service worker. */

/** Attendance percentage of spec §5: total / classes × 100, and 0 when there were no classes. Cut to two decimals, never rounded. */
export function attendancePercent(total: number, classes: number): number {
  return classes <= 0 ? 0 : percentBpOf(total, classes) / 100
}

/** Hundredths of a percent, cut. Whole numbers that are not negative; `whole` is not 0. */
export function percentBpOf(part: number, whole: number): number {
  return divide(10_000 * part, whole)
}

/** Without the rest; whole numbers that are not negative. */
export const divide = (number: number, by: number): number => (number - (number % by)) / by
