import { attendancePercent } from '#contract/attendance-percent.ts'
import type { AttendancePoint } from '#contract/reports.ts'

/** Positions in the chart, in its own pixels. */
export type ChartGeometry = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Width of the area of one point. */
  readonly step: number
  /** Points are columns while there is room for them, otherwise a line. */
  readonly shape: 'columns' | 'line'
}

const margins = { left: 52, right: 12, top: 14, bottom: 30 }
/** A lone point does not fill the whole chart. */
const maxStep = 56
const minColumnStep = 6

export function layOutChart(width: number, points: number, height = 240): ChartGeometry {
  const room = Math.max(0, width - margins.left - margins.right)
  const step = Math.min(maxStep, room / Math.max(1, points))
  return {
    left: margins.left,
    right: margins.left + room,
    top: margins.top,
    bottom: height - margins.bottom,
    step,
    shape: step >= minColumnStep ? 'columns' : 'line',
  }
}

/** The middle of a point's area. `index`: from 0. */
export function xOf({ left, step }: ChartGeometry, index: number): number {
  return left + step * (index + 0.5)
}

/** `percent`: 0 to 100. */
export function yOf({ top, bottom }: ChartGeometry, percent: number): number {
  return bottom - ((bottom - top) * percent) / 100
}

/** The point at this distance from the left, or the nearest one. */
export function indexAt({ left, step }: ChartGeometry, x: number, points: number): number {
  return Math.min(points - 1, Math.max(0, Math.floor((x - left) / step)))
}

/** The points whose day is written below them: as many as fit, evenly spaced, including the first. */
export function labelledPoints({ step }: ChartGeometry, points: number, labelWidth: number): number[] {
  const every = Math.max(1, Math.ceil(labelWidth / step))
  return Array.from({ length: Math.ceil(points / every) }, (_, count) => count * every)
}

/** 0 to 100, as it is shown; 0 without expected students. */
export function shareOf({ present, expected }: Pick<AttendancePoint, 'present' | 'expected'>): number {
  return attendancePercent(present, expected)
}
