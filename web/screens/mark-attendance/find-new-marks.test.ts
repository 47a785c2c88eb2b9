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
  const names = { id: `session-${number}`, publicId: 'BCDFGHJKMN', number, ways: ['screen'] as const }
  return { ...names, startedAt: 0, endsAt: hour, present: students.length, latest }
}

test('finds all students who were marked since', () => {
  expect(findNewMarks(session(1, 'A'), session(1, 'C', 'B', 'A'))).toEqual(['C', 'B'])
})

test('finds the first one of a session', () => {
  expect(findNewMarks(session(1), session(1, 'A'))).toEqual(['A'])
})

test.each([
  ['when the screen opens', undefined, session(1, 'A')],
  ['when no session ran before', null, session(1, 'A')],
  ['when the next session runs', session(1, 'A'), session(2, 'B')],
  ['when no session runs any more', session(1, 'A'), null],
])('finds no one %s', (_, before, after) => {
  expect(findNewMarks(before, after)).toEqual([])
})
