import { expect, test } from 'vitest'
import { splitIntoCalls } from './split-calls.ts'
import { splitCourses } from './split-courses.ts'

test('a call takes so many lines, or as many as fit into its body', () => {
  const lines = (count: number, name: string) => Array.from({ length: count }, (_, at) => [at + 1, name] as const)
  expect(splitIntoCalls(lines(600, 'Asha'), 250).map((call) => call.length)).toEqual([250, 250, 100])
  const long = splitIntoCalls(lines(250, 'आ'.repeat(400)), 250)
  expect(long.flat()).toHaveLength(250)
  for (const call of long) expect(new TextEncoder().encode(JSON.stringify({ lines: call })).length).toBeLessThan(65_536)
  expect(splitIntoCalls([], 250)).toEqual([])
})

test('courses are sent before their teachers and people, each part within a body', () => {
  const place = { file: 'enrollments.csv', line: 2 }
  const enrolment = (at: number) => ({
    ...place,
    course: 'c'.repeat(36),
    person: `${at}`.padStart(36, 'p'),
    isEnded: false,
  })
  const parts = splitCourses({
    courses: [
      { ...place, externalId: 'c', code: 'X', title: 'T'.repeat(500), term: '', isHomeroom: false, isEnded: false },
    ],
    students: Array.from({ length: 2_000 }, (_, at) => enrolment(at)),
    teaching: [enrolment(1)],
    teachers: [{ externalId: 't', name: 'Asha Rao', email: '' }],
    ...{ warnings: [], source: 'OneRoster', isWhole: undefined },
  })
  expect(parts.map(({ part }) => part)).toEqual(parts.map((_, at) => at + 1))
  expect(parts[0]?.courses).toMatchObject([{ id: 'c', title: 'T'.repeat(400) }])
  expect(parts[1]?.teachers).toEqual([{ id: 't', name: 'Asha Rao', email: '' }])
  const enrolments = parts.flatMap((part) => part.enrolments)
  expect(enrolments.filter(({ isTeacher }) => isTeacher)).toHaveLength(1)
  expect(enrolments).toHaveLength(2_001)
  for (const part of parts) expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(65_536)
})
