import { expect, test } from 'vitest'
import { findNewMarks } from './find-new-marks.ts'

const hour = 3_600_000

function session(number: number, ...students: readonly string[]) {
  const latest = students.map((studentId, place) => ({
    studentId,
    name: `Student ${studentId}`,
    rollNumber: `21CS${studentId}`,
    markedAt: hour - place,
  }))
  return { number, startedAt: 0, endsAt: hour, present: students.length, latest }
}

test('finds everybody who was marked since', () => {
  expect(findNewMarks(session(1, 'A'), session(1, 'C', 'B', 'A'))).toEqual(['C', 'B'])
})

test('finds the first one of a class', () => {
  expect(findNewMarks(session(1), session(1, 'A'))).toEqual(['A'])
})

test.each([
  ['when the screen opens', undefined, session(1, 'A')],
  ['when none was held before', null, session(1, 'A')],
  ['when the next class is held', session(1, 'A'), session(2, 'B')],
  ['when none is held any more', session(1, 'A'), null],
])('finds nobody %s', (_, before, after) => {
  expect(findNewMarks(before, after)).toEqual([])
})
