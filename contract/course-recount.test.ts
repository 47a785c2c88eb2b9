import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellStatus, cellLetters } from './course-cells.ts'
import { type CoursePolicy, coursePolicy } from './course-policy.ts'
import { type CourseCell, type CourseWorking, workOutCourse } from './course-working.ts'

/** The same numbers by counting: one session or minute after the other, with fractions and without any formula. */

type Fraction = { readonly got: bigint; readonly most: bigint }

/** What a cell got, of how much it could get: both in hundredths. */
function gradeCell(cell: CourseCell, lateBefore: number, policy: CoursePolicy): Fraction | null {
  const most = policy.by === 'minutes' ? 100 * cell.heldMinutes : 100
  const grade = (got: number): Fraction => ({ got: BigInt(got), most: BigInt(most) })
  if (cell.status === 'absent') return grade(0)
  if (cell.status === 'excused') {
    if (policy.excused === 'left-out') return null
    return grade(policy.excused === 'attended' ? most : 0)
  }
  if (cell.status === 'late' && policy.lateAsAway !== null) {
    if (lateBefore % policy.lateAsAway === policy.lateAsAway - 1) return grade(0)
  }
  if (policy.by === 'minutes') return grade(100 * cell.attendedMinutes)
  if (cell.status === 'late') return grade(policy.latePoints)
  return grade(cell.status === 'left-early' ? policy.leftEarlyPoints : 100)
}

/** Takes the worst out, again and again. */
function dropOneByOne(grades: readonly Fraction[], drop: number): Fraction[] {
  const left = [...grades]
  for (let round = 0; round < drop; round++) {
    let worst: number | null = null
    for (const [index, { got, most }] of left.entries()) {
      if (got >= most) continue
      const other = worst === null ? undefined : left[worst]
      const difference = other === undefined ? -1n : got * other.most - other.got * most
      if (difference < 0n || (difference === 0n && other !== undefined && most > other.most)) worst = index
    }
    if (worst === null) break
    left.splice(worst, 1)
  }
  return left
}

function countGrades(cells: readonly CourseCell[], policy: CoursePolicy): Fraction {
  const grades = cells.flatMap((cell, index) => {
    const lateBefore = cells.slice(0, index).filter(({ status }) => status === 'late').length
    return gradeCell(cell, lateBefore, policy) ?? []
  })
  let [got, most] = [0n, 0n]
  for (const grade of dropOneByOne(grades, policy.drop)) {
    got += grade.got
    most += grade.most
  }
  return { got, most }
}

/** Below the goal; never of nothing. */
const isShort = ({ got, most }: Fraction, goal: number): boolean => got * 100n < most * BigInt(goal)

function writeCut({ got, most }: Fraction): string | null {
  if (most === 0n) return null
  let hundredths = 0n
  while ((hundredths + 100n) * most <= got * 10_000n) hundredths += 100n
  while ((hundredths + 1n) * most <= got * 10_000n) hundredths += 1n
  return `${Number(`${hundredths}e-2`)}%`
}

/** How many steps can be taken before the first that fails; at most `most` of them. */
function countSteps(isFine: (step: number) => boolean, most: number): number {
  let steps = 0
  while (steps < most && isFine(steps + 1)) steps++
  return steps
}

const absence: CourseCell = { status: 'absent', heldMinutes: 0, attendedMinutes: 0 }
const unlimited = 1_000_000

function recount(cells: readonly CourseCell[], policy: CoursePolicy, planned: number | null): CourseWorking {
  const total = countGrades(cells, policy)
  const { goal } = policy
  const more = (missed: number, attended: number): Fraction => ({
    got: total.got + 100n * BigInt(attended),
    most: total.most + 100n * BigInt(missed + attended),
  })
  const afterMissing = (missed: number) =>
    policy.by === 'minutes'
      ? more(missed, 0)
      : countGrades([...cells, ...Array.from({ length: missed }, () => absence)], policy)
  const isBelow = isShort(total, goal)
  const isReachable = !isBelow || goal < 100
  const percent = (of: Fraction) => {
    const percentage = writeCut(of)
    const percentBp = percentage === null ? null : Math.round(Number.parseFloat(percentage) * 100)
    return { percentBp, percentage, isBelow: isShort(of, goal) }
  }
  return {
    counted: Number(total.most / 100n),
    points: Number(total.got),
    ...percent(total),
    mayMiss: isBelow ? 0 : countSteps((missed) => !isShort(afterMissing(missed), goal), planned ?? unlimited),
    mustAttend: isReachable ? countSteps((attended) => isShort(more(0, attended - 1), goal), unlimited) : null,
    bestPossible: planned === null ? null : percent(more(0, planned)),
    missedInRow: countSteps((back) => listUnexcused(cells).at(-back) === 'absent', cells.length),
  }
}

const listUnexcused = (cells: readonly CourseCell[]): CellStatus[] =>
  cells.flatMap(({ status }) => (status === 'excused' ? [] : status))

const numberTo = (max: number) => fc.integer({ min: 0, max })
const cell: fc.Arbitrary<CourseCell> = fc
  .record({
    status: fc.constantFrom(...(Object.keys(cellLetters) as CellStatus[])),
    heldMinutes: fc.constantFrom(0, 5, 45, 60, 60, 60, 90, 300),
    part: numberTo(4),
  })
  .map(({ status, heldMinutes, part }) => ({
    status,
    heldMinutes,
    attendedMinutes: Math.floor((heldMinutes * part) / 4),
  }))
const points = fc.oneof(fc.constantFrom(0, 50, 100), numberTo(100))
const policy: fc.Arbitrary<CoursePolicy> = fc
  .record({
    goal: fc.oneof(fc.constantFrom(75, 80, 100), fc.integer({ min: 1, max: 100 })),
    excused: fc.constantFrom('left-out' as const, 'attended' as const, 'missed' as const),
    latePoints: points,
    leftEarlyPoints: points,
    lateAsAway: fc.option(fc.integer({ min: 2, max: 5 })),
    drop: fc.oneof(numberTo(3), numberTo(20)),
    by: fc.constantFrom('sessions' as const, 'minutes' as const),
  })
  .map((change) =>
    coursePolicy.parse({ ...change, lateAfter: 10, closesAfter: 30, afterClosing: 'missed', guests: false }),
  )
const cells = fc.oneof(
  fc.array(cell, { maxLength: 12 }),
  // Mostly present, as most students are: the verdict is near the goal.
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant<CourseCell>({ status: 'present', heldMinutes: 60, attendedMinutes: 60 }) },
      { weight: 1, arbitrary: cell },
    ),
    { maxLength: 40 },
  ),
)

test('1,000 lists of cells and policies have the numbers of a recount that knows no formula', () => {
  const seen = { below: 0, good: 0, none: 0, unreachable: 0, saved: 0 }
  fc.assert(
    fc.property(cells, policy, fc.option(numberTo(60)), (list, rules, planned) => {
      const working = workOutCourse(list, rules, planned)
      expect(working).toEqual(recount(list, rules, planned))
      if (working.percentage === null) seen.none++
      else seen[working.isBelow ? 'below' : 'good']++
      if (working.mustAttend === null) seen.unreachable++
      if (working.mayMiss > 0) seen.saved++
    }),
    { seed: 75, numRuns: 1_000 },
  )
  // Control: no kind of answer is missing among them.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30)
})
