import { divide, percentBpOf } from './attendance-percent.ts'
import type { CellStatus } from './course-cells.ts'
import type { CoursePolicy } from './course-policy.ts'

/**
 * The arithmetic of a course, in whole numbers alone: 74.9975 % is below 75 %, and is never written as 75 %. What is
 * counted are sessions, or minutes where the policy counts by minutes; points are hundredths of them.
 */

/** A cell that counts (see cellOnSheet). `attendedMinutes` is at most `heldMinutes`. */
export type CourseCell = {
  readonly status: CellStatus
  readonly heldMinutes: number
  readonly attendedMinutes: number
}

/** What a percentage is made of: points ÷ counted, in percent. */
export type CoursePoints = { readonly counted: number; readonly points: number }

export type CoursePercentage = {
  /** Hundredths of a percent, cut and not rounded; null while nothing counts. */
  readonly percentBp: number | null
  /** The same as a text: '74.99%', '75%'. */
  readonly percentage: string | null
  /** Below the goal; never while nothing counts. */
  readonly isBelow: boolean
}

export type CourseWorking = CoursePoints &
  CoursePercentage & {
    /** How much of what comes next may be missed without falling below the goal. 0 below it. */
    readonly mayMiss: number
    /** How much of what comes next must be attended in a row to be at the goal again. Null: no number is enough. */
    readonly mustAttend: number | null
    /** Where all that is planned is attended: below the goal it is out of reach. Null without a plan. */
    readonly bestPossible: CoursePercentage | null
    /** Sessions missed in a row up to now. */
    readonly missedInRow: number
  }

/**
 * `cells`: the oldest first. `planned`: how many sessions or minutes are still to come, null without a plan: `mayMiss`
 * then goes by the sessions so far.
 */
export function workOutCourse(
  cells: readonly CourseCell[],
  policy: CoursePolicy,
  planned: number | null = null,
): CourseWorking {
  const { goal } = policy
  const shares = listShares(cells, policy)
  const total = addUp(dropWorst(shares, policy.drop))
  const best = { counted: total.counted + (planned ?? 0), points: total.points + 100 * (planned ?? 0) }
  // How long a missed session would be is not known, so by minutes what is dropped today stays dropped.
  const mayMiss = policy.by === 'sessions' ? missWithDrops(shares, policy) : missUntilGoal(total, goal)
  return {
    ...total,
    ...percentageOf(total, goal),
    mayMiss: Math.min(mayMiss, planned ?? mayMiss),
    mustAttend: attendUntilGoal(total, goal),
    bestPossible: planned === null ? null : percentageOf(best, goal),
    missedInRow: countMissedInRow(cells.map(({ status }) => status)),
  }
}

export function percentageOf({ counted, points }: CoursePoints, goal: number): CoursePercentage {
  if (counted === 0) return { percentBp: null, percentage: null, isBelow: false }
  const percentBp = percentBpOf(points, 100 * counted)
  return { percentBp, percentage: writePercentBp(percentBp), isBelow: isBelowGoal({ counted, points }, goal) }
}

/** 7499 becomes '74.99%', 7500 '75%'. */
export function writePercentBp(percentBp: number): string {
  const decimals = String(percentBp % 100).padStart(2, '0')
  return `${divide(percentBp, 100)}${`.${decimals}`.replace(/\.?0+$/, '')}%`
}

/**
 * The percentage with `condoned` percent more, at most 100; null where it is more than the institute may condone:
 * `ceiling` percent.
 */
export function condone(
  { counted, points }: CoursePoints,
  { condoned, ceiling, goal }: { readonly condoned: number; readonly ceiling: number; readonly goal: number },
): CoursePercentage | null {
  if (condoned > ceiling) return null
  return percentageOf({ counted, points: Math.min(100 * counted, points + condoned * counted) }, goal)
}

/** An excused session is neither missed nor attended here, whatever it counts as: the number has nothing to do with a policy. */
function countMissedInRow(statuses: readonly CellStatus[]): number {
  const unexcused = statuses.filter((status) => status !== 'excused')
  return unexcused.length - 1 - unexcused.findLastIndex((status) => status !== 'absent')
}

/** What each cell adds, after late sessions have become absences. */
function listShares(cells: readonly CourseCell[], policy: CoursePolicy): CoursePoints[] {
  let late = 0
  return cells.flatMap((cell) => {
    if (cell.status === 'excused' && policy.excused === 'left-out') return []
    if (cell.status === 'late') late++
    const isAway = cell.status === 'late' && policy.lateAsAway !== null && late % policy.lateAsAway === 0
    const status = isAway ? 'absent' : cell.status
    return policy.by === 'sessions'
      ? { counted: 1, points: pointsOfSession(status, policy) }
      : { counted: cell.heldMinutes, points: 100 * minutesOf({ ...cell, status }, policy) }
  })
}

function pointsOfSession(status: CellStatus, policy: CoursePolicy): number {
  return {
    present: 100,
    late: policy.latePoints,
    'left-early': policy.leftEarlyPoints,
    excused: policy.excused === 'attended' ? 100 : 0,
    absent: 0,
  }[status]
}

/** The minutes say by themselves what a student missed: points of late sessions would take it away twice. */
function minutesOf({ status, heldMinutes, attendedMinutes }: CourseCell, policy: CoursePolicy): number {
  if (status === 'absent') return 0
  if (status === 'excused') return policy.excused === 'attended' ? heldMinutes : 0
  return attendedMinutes
}

/** Without up to `drop` shares that are not full, the smallest first; of equal ones the one that counts most. */
function dropWorst(shares: readonly CoursePoints[], drop: number): CoursePoints[] {
  const worstFirst = shares
    .filter(({ counted, points }) => points < 100 * counted)
    .sort((a, b) => a.points * b.counted - b.points * a.counted || b.counted - a.counted)
  const dropped = new Set(worstFirst.slice(0, drop))
  return shares.filter((share) => !dropped.has(share))
}

function addUp(shares: readonly CoursePoints[]): CoursePoints {
  return shares.reduce((sum, share) => ({ counted: sum.counted + share.counted, points: sum.points + share.points }), {
    counted: 0,
    points: 0,
  })
}

const isBelowGoal = ({ counted, points }: CoursePoints, goal: number): boolean => points < goal * counted

/**
 * Absences to come are the worst, so each is dropped in the place of an older session, which counts again; when all
 * drops are used up, the others count.
 */
function missWithDrops(shares: readonly CoursePoints[], { goal, drop }: CoursePolicy): number {
  const all = addUp(shares)
  if (!isBelowGoal(all, goal)) return drop + missUntilGoal(all, goal)
  const possible = Array.from({ length: drop }, (_, missed) => missed)
  return Math.max(
    0,
    possible.findLastIndex((missed) => !isBelowGoal(addUp(dropWorst(shares, drop - missed)), goal)),
  )
}

/** points ÷ (counted + missed) >= goal. */
const missUntilGoal = (total: CoursePoints, goal: number): number =>
  isBelowGoal(total, goal) ? 0 : divide(total.points, goal) - total.counted

/** (points + 100 attended) ÷ (counted + attended) >= goal. */
function attendUntilGoal({ counted, points }: CoursePoints, goal: number): number | null {
  const short = goal * counted - points
  if (short <= 0) return 0
  return goal === 100 ? null : divide(short + 99 - goal, 100 - goal)
}
