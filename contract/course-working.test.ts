import { describe, expect, test } from 'vitest'
import { workOutAttendance } from './attendance-working.ts'
import { type CellStatus, cellLetters, cellOnSheet, entryOf, truthOf } from './course-cells.ts'
import { type CoursePolicy, defaultCoursePolicy } from './course-policy.ts'
import { type CourseCell, condone, percentageOf, workOutCourse, writePercentBp } from './course-working.ts'

const statuses: ReadonlyMap<string, CellStatus> = new Map(
  Object.entries(cellLetters).map(([status, letter]) => [letter, status as CellStatus]),
)
const policyOf = (change: Partial<CoursePolicy>): CoursePolicy => ({ ...defaultCoursePolicy, ...change })

/** 'P L A' as cells of an hour. */
function cellsOf(letters: string): CourseCell[] {
  return [...letters.replaceAll(' ', '')].map((letter) => {
    const status = statuses.get(letter)
    if (status === undefined) throw new Error(`${letter} is no letter of a cell`)
    return { status, heldMinutes: 60, attendedMinutes: status === 'absent' || status === 'excused' ? 0 : 60 }
  })
}

const workOut = (letters: string, change: Partial<CoursePolicy> = {}, planned?: number) =>
  workOutCourse(cellsOf(letters), policyOf(change), planned)
const times = (letter: string, count: number) => letter.repeat(count)

type Row = { readonly letter: string; readonly isCancelled?: boolean; readonly noOneCame?: boolean }

/**
 * One student's numbers in a course whose sessions begin at 0, 10, 20 … and last 5; the letter '-' has neither mark nor
 * ruling of the student.
 */
function workOutSheet(rows: readonly Row[], beginsAt: number, endsAt: number | null = null, countsFrom = beginsAt) {
  const cells = rows.flatMap(({ letter, isCancelled = false, noOneCame = false }, index) => {
    const startedAt = 10 * index
    const mark = letter === 'P' ? { begunAt: startedAt, markedAt: startedAt, way: 'screen' as const } : null
    const truth = truthOf({ mark, ruling: null, session: { startedAt, lateAfterMs: 1, closesAfterMs: null } })
    const session = { endsAt: startedAt + 5, isOver: true, isCancelled, isTaken: !noOneCame, noOneCame }
    const enrolments = [{ beginsAt, endsAt, countsFrom }]
    const { countsIn } = cellOnSheet({ session, enrolments, entry: entryOf(mark, null) })
    return countsIn === null ? [] : cellsOf(cellLetters[truth?.status ?? 'absent'])
  })
  return workOutCourse(cells, defaultCoursePolicy)
}
const rowsOf = (letters: string): Row[] => [...letters].map((letter) => ({ letter }))

describe('the golden numbers', () => {
  test('10 held, enrolled before the end of the 4th, 6 present', () => {
    expect(workOutSheet(rowsOf('----PPPPPP'), 34)).toMatchObject({ counted: 7, points: 600, percentage: '85.71%' })
    expect(workOutSheet(rowsOf('----PPPPPP'), 0).percentage).toBe('60%')
  })

  test('moved from A to B after the 4th: 3 of 4, 4 of 4, and together', () => {
    const a = workOutSheet(rowsOf('PPP-----'), 0, 36)
    const b = workOutSheet(rowsOf('----PPPP'), 36)
    const together = { counted: a.counted + b.counted, points: a.points + b.points }
    expect([a.percentage, b.percentage, percentageOf(together, 75).percentage]).toEqual(['75%', '100%', '87.5%'])
  })

  test('the same, entered after A5 with a mark and B5 without, left out; B6 to B8 present', () => {
    const a = workOutSheet(rowsOf('PPP-P---'), 0, 36)
    const b = workOutSheet(rowsOf('-----PPP'), 36, null, 47)
    expect([a.counted, a.points, a.percentage]).toEqual([5, 400, '80%'])
    expect([b.counted, b.points, b.percentage]).toEqual([3, 300, '100%'])
    // Control: counted as absent.
    expect(workOutSheet(rowsOf('-----PPP'), 36).percentage).toBe('75%')
  })

  test.each([
    ['left-out', '77.77%'],
    ['attended', '80%'],
    ['missed', '70%'],
  ] as const)('14 present, 2 excused, 4 absent: excused %s', (excused, percentage) => {
    expect(workOut(`${times('P', 14)}XX${times('A', 4)}`, { excused }).percentage).toBe(percentage)
  })

  test.each([
    ['a late session counts 100', { latePoints: 100 }, '90%'],
    ['80', { latePoints: 80 }, '84%'],
    ['50', { latePoints: 50 }, '75%'],
    ['three late are one away', { lateAsAway: 3 }, '80%'],
  ] as const)('6 P 3 L 1 A: %s', (_what, change, percentage) => {
    expect(workOut('PPPPPP LLL A', change).percentage).toBe(percentage)
  })

  test.each([
    ['P A A P A', 100, 2, '66.66%'],
    ['P L A A P', 80, 0, '56%'],
    ['P L A A P', 80, 1, '70%'],
    ['P L A A P', 80, 3, '100%'],
    ['A A', 100, 2, null],
  ])('%s, a late session counts %d, drop %d', (letters, latePoints, drop, percentage) => {
    expect(workOut(letters, { latePoints, drop }).percentage).toBe(percentage)
  })

  test('9 of 12; a session that was missed is cancelled; or one that was attended; and taken back', () => {
    const rows = rowsOf('PPPPPPPPP---')
    const cancel = (which: number) => rows.map((row, index) => ({ ...row, isCancelled: index === which }))
    const numbers = [rows, cancel(11), cancel(0), rows].map((sheet) => workOutSheet(sheet, 0).percentage)
    expect(numbers).toEqual(['75%', '81.81%', '72.72%', '75%'])
  })

  test.each([
    [68, 7, 10, { percentBp: 7500, percentage: '75%', isBelow: false }],
    [68, 8, 7, null],
    [64, 10, 10, { percentBp: 7400, percentage: '74%', isBelow: true }],
  ])('%d of 100, condoned %d, at most %d', (attended, condoned, ceiling, result) => {
    expect(condone({ counted: 100, points: 100 * attended }, { condoned, ceiling, goal: 75 })).toEqual(result)
  })

  test('60 + 45 + 120 + 0 + 60 of 60 + 60 + 120 + 50 + 90 minutes; by sessions', () => {
    const held = [60, 60, 120, 50, 90]
    const attended = [60, 45, 120, 0, 60]
    const cells = cellsOf('PLPAE').map(({ status }, index) => ({
      status,
      heldMinutes: held[index] ?? 0,
      attendedMinutes: attended[index] ?? 0,
    }))
    const byMinutes = workOutCourse(cells, policyOf({ by: 'minutes' }))
    expect(byMinutes).toMatchObject({ counted: 380, points: 28_500, percentage: '75%', isBelow: false })
    expect(workOutCourse(cells, defaultCoursePolicy).percentage).toBe('80%')
  })

  test.each([
    [5_400, '85%', false],
    [4_800, '80%', false],
    [4_700, '79.16%', true],
  ])('goal 80, held 7,200 of 12,000 minutes, attended %d', (attendedMinutes, percentage, isBelow) => {
    const cells = [{ status: 'present' as const, heldMinutes: 7_200, attendedMinutes }]
    const { bestPossible } = workOutCourse(cells, policyOf({ goal: 80, by: 'minutes' }), 4_800)
    expect(bestPossible).toMatchObject({ percentage, isBelow })
  })

  test.each([
    ['A A X A', 3],
    ['A L A', 1],
  ])('%s: %d in a row', (letters, missedInRow) => {
    expect(workOut(letters).missedInRow).toBe(missedInRow)
  })

  test('26 of 26, 4 planned: all that are left may be missed', () => {
    expect(workOut(times('P', 26), {}, 4)).toMatchObject({ percentage: '100%', mayMiss: 4 })
    expect(workOut(times('P', 26)).mayMiss).toBe(8)
  })

  test('7499 of 9999: cut, and below', () => {
    expect(percentageOf({ counted: 9_999, points: 749_900 }, 75)).toEqual({
      percentBp: 7_499,
      percentage: '74.99%',
      isBelow: true,
    })
  })
})

test('a percentage has as many decimals as it needs, at most two', () => {
  const texts = [0, 1, 10, 100, 7_405, 7_450, 7_499, 7_500, 10_000].map(writePercentBp)
  expect(texts).toEqual(['0%', '0.01%', '0.1%', '1%', '74.05%', '74.5%', '74.99%', '75%', '100%'])
})

test('present and absent alone give the numbers of classes', () => {
  for (const [attended, counted] of [
    [1, 1],
    [3, 4],
    [2, 4],
    [29, 40],
    [31, 40],
    [60, 60],
    [0, 1],
    [0, 0],
  ] as const) {
    const working = workOut(times('P', attended) + times('A', counted - attended))
    const { mayMiss, mustAttend } = workOutAttendance(attended, counted)
    expect(working).toMatchObject({ counted, points: 100 * attended, mayMiss, mustAttend })
  }
})

describe('without any session that counts', () => {
  test('there is no percentage, and no one is below', () => {
    const none = { percentBp: null, percentage: null, isBelow: false }
    expect(workOut('X', {}, 0)).toEqual({
      ...none,
      counted: 0,
      points: 0,
      mayMiss: 0,
      mustAttend: 0,
      bestPossible: none,
      missedInRow: 0,
    })
    expect(condone({ counted: 0, points: 0 }, { condoned: 5, ceiling: 10, goal: 75 })).toEqual(none)
  })
})

test('condoning never passes 100 %', () => {
  expect(condone({ counted: 3, points: 299 }, { condoned: 10, ceiling: 10, goal: 75 })?.percentage).toBe('100%')
})

test('a goal of 100 that was missed once is out of reach for good', () => {
  expect(workOut('P A', { goal: 100 }, 50)).toMatchObject({ mustAttend: null, bestPossible: { isBelow: true } })
  expect(workOut('P P', { goal: 100 }).mustAttend).toBe(0)
})

test('late sessions become absences before any is dropped', () => {
  expect(workOut('P L L L', { lateAsAway: 3, drop: 1 })).toMatchObject({ counted: 3, percentage: '100%' })
  // Control: there is nothing to drop before.
  expect(workOut('P L L L', { lateAsAway: 3 }).percentage).toBe('75%')
})

test('of two sessions with the same share of their minutes, the longer one is dropped', () => {
  const cells = [30, 120, 60].map((heldMinutes) => ({ status: 'absent' as const, heldMinutes, attendedMinutes: 0 }))
  expect(workOutCourse(cells, policyOf({ by: 'minutes', drop: 1 })).counted).toBe(90)
})

test('an absence that can still be dropped may be missed', () => {
  expect(workOut('P P P A', { drop: 2 })).toMatchObject({ percentage: '100%', mayMiss: 2 })
  // The late session would count again.
  expect(workOut('P L', { drop: 1, latePoints: 0, goal: 60 })).toMatchObject({ percentage: '100%', mayMiss: 0 })
})

test.each([
  ['P P', 0],
  ['X X', 0],
  ['A A', 2],
  ['A E', 0],
  ['P A X', 1],
])('%s: %d missed in a row up to now, under every policy', (letters, missedInRow) => {
  for (const excused of ['left-out', 'attended', 'missed'] as const) {
    expect(workOut(letters, { excused, lateAsAway: 2, drop: 20 }).missedInRow).toBe(missedInRow)
  }
})
