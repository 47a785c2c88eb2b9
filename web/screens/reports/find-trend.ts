import type { AttendancePoint } from '#contract/reports.ts'
import { shareOf } from '../../parts/attendance-chart/chart-geometry.ts'

/** Shares in percent. `sessions`: how many the last share is of. */
export type Trend = { readonly sessions: number; readonly share: number; readonly before: number }

const mostLast = 5
/** Of fewer, one bad day would look like a direction. */
const fewestLast = 2

/** The share present in the last sessions beside that in all before; undefined where these are too few to compare. */
export function findTrend(points: readonly AttendancePoint[]): Trend | undefined {
  const count = Math.min(mostLast, Math.floor(points.length / 2))
  if (count < fewestLast) return undefined
  const last = addUp(points.slice(-count))
  const before = addUp(points.slice(0, -count))
  if (last.expected === 0 || before.expected === 0) return undefined
  return { sessions: last.sessions, share: shareOf(last), before: shareOf(before) }
}

function addUp(points: readonly AttendancePoint[]) {
  const sum = { sessions: 0, present: 0, expected: 0 }
  for (const { firstNumber, lastNumber, present, expected } of points) {
    sum.sessions += lastNumber - firstNumber + 1
    sum.present += present
    sum.expected += expected
  }
  return sum
}
