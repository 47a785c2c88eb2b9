import { describe, expect, test } from 'vitest'
import { countSoFar, explainDifference, hasOtherVerdict, workOutAttendance } from './attendance-working.ts'

describe('workOutAttendance', () => {
  test.each([
    // attended, counted, percentage, may miss, must attend
    [0, 0, null, 0, 0],
    [0, 1, 0, 0, 3],
    [1, 1, 100, 0, 0],
    [3, 4, 75, 0, 0],
    [4, 4, 100, 1, 0],
    [2, 4, 50, 0, 4],
    [29, 40, 72.5, 0, 4],
    [30, 40, 75, 0, 0],
    [31, 40, 77.5, 1, 0],
    [60, 60, 100, 20, 0],
  ])(
    '%d of %d sessions is %d %%, %d may be missed, %d must be attended',
    (attended, counted, percentage, mayMiss, mustAttend) => {
      expect(workOutAttendance(attended, counted)).toEqual({ attended, counted, percentage, mayMiss, mustAttend })
    },
  )

  const isGood = (attended: number, counted: number) => attended * 100 >= 75 * counted
  const standings = Array.from({ length: 120 }, (_, index) => index + 1).flatMap((counted) =>
    Array.from({ length: counted + 1 }, (_, attended) => ({ attended, counted, isGood: isGood(attended, counted) })),
  )

  test('missing as many as allowed keeps 75 %, and one more does not', () => {
    const wrong = standings.filter(({ attended, counted, isGood: mayMissSome }) => {
      const { mayMiss } = workOutAttendance(attended, counted)
      if (!mayMissSome) return mayMiss !== 0
      return !isGood(attended, counted + mayMiss) || isGood(attended, counted + mayMiss + 1)
    })
    expect(wrong).toEqual([])
  })

  test('attending as many as needed reaches 75 %, and one fewer does not', () => {
    const wrong = standings.filter(({ attended, counted, isGood: isThere }) => {
      const { mustAttend } = workOutAttendance(attended, counted)
      if (isThere) return mustAttend !== 0
      return (
        !isGood(attended + mustAttend, counted + mustAttend) ||
        isGood(attended + mustAttend - 1, counted + mustAttend - 1)
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('hasOtherVerdict', () => {
  test.each([
    ['both are good', [30, 40], [30, 38], false],
    ['both are below', [10, 40], [10, 20], false],
    ['a student joined late', [12, 60], [12, 14], true],
    ['a mark of the running class makes it good', [3, 4], [2, 3], true],
    ['a student joined after the last class', [0, 60], [0, 0], true],
    ['the first class runs and the student is marked', [1, 1], [0, 0], false],
    ['no class was ever held', [0, 0], [0, 0], false],
  ] as const)('where %s', (_where, [marks, classes], [attended, counted], expected) => {
    const official = workOutAttendance(marks, classes)
    expect(hasOtherVerdict(official, workOutAttendance(attended, counted))).toBe(expected)
  })
})

test('a class that runs counts once the student is marked in it', () => {
  expect([countSoFar(22, true), countSoFar(22, false), countSoFar(1, true), countSoFar(0, true)]).toEqual([
    21, 22, 0, 0,
  ])
})

describe('explainDifference', () => {
  const whole = { classes: 10, endedInPeriod: 10, counted: 10, isRunning: false }

  test('gives no reason for a student who was expected in every session', () => {
    expect(explainDifference(whole)).toEqual([])
  })

  test.each([
    ['sessions that ended before the student joined', { counted: 7 }, ['joined-later']],
    ['a session that runs', { endedInPeriod: 9, counted: 9, isRunning: true }, ['session-running']],
    ['a period that leaves sessions out', { endedInPeriod: 4, counted: 4 }, ['period']],
    [
      'all of them together',
      { endedInPeriod: 4, counted: 2, isRunning: true },
      ['period', 'joined-later', 'session-running'],
    ],
  ])('names %s', (_what, change, reasons) => {
    expect(explainDifference({ ...whole, ...change })).toEqual(reasons)
  })
})
