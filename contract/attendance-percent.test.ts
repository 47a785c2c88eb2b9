import { describe, expect, test } from 'vitest'
import { attendancePercent } from './attendance-percent.ts'
import { workOutAttendance } from './attendance-working.ts'
import { percentageOf } from './course-working.ts'
import { goodAttendancePercent } from './rules.ts'

describe('attendancePercent', () => {
  test.each([
    [0, 0, 0],
    [3, 0, 0],
    [3, -1, 0],
    [0, 4, 0],
    [1, 4, 25],
    [3, 4, 75],
    [4, 4, 100],
    [5, 4, 125],
    // Cut and not rounded.
    [1, 3, 33.33],
    [2, 3, 66.66],
    [5, 6, 83.33],
    [7_499, 9_999, 74.99],
    [9_999, 10_000, 99.99],
    [99_999, 100_000, 99.99],
  ])('of %d in %d classes is %d', (total, classes, percent) => {
    expect(attendancePercent(total, classes)).toBe(percent)
  })
})

const standings = Array.from({ length: 150 }, (_, index) => index + 1).flatMap((classes) =>
  Array.from({ length: classes + 1 }, (_, marks) => ({ marks, classes })),
)

test('a class, a course and the line of 75 know one percentage', () => {
  const different = standings.filter(({ marks, classes }) => {
    const ofClasses = workOutAttendance(marks, classes).percentage ?? Number.NaN
    const ofCourse = percentageOf({ points: 100 * marks, counted: classes }, goodAttendancePercent)
    const isBelow = marks * 100 < goodAttendancePercent * classes
    return (
      `${ofClasses}%` !== ofCourse.percentage ||
      ofClasses < goodAttendancePercent !== isBelow ||
      ofCourse.isBelow !== isBelow
    )
  })
  expect(different).toEqual([])
})
