import { expect, test } from 'vitest'
import type { SessionScope, StudentFacts } from './report-stores.ts'
import { countEnded, toStanding } from './standing.ts'

/** The sessions 3 to 6 of eight; number 6 runs. */
const scope: SessionScope = {
  organisationId: 'institute',
  groupId: 'institute',
  members: 1,
  classes: 8,
  firstNumber: 3,
  lastNumber: 6,
  lastEnded: 5,
  firstEndsAt: 1,
  running: { id: 'running', number: 6 },
}
const facts = { total: 5, marks: 2, classes: 3, counted: 3, attended: 2 } as StudentFacts

test('the first and the last ended session of a period count', () => {
  expect(countEnded(scope)).toBe(3)
  expect(countEnded({ ...scope, lastEnded: 3 })).toBe(1)
  expect(countEnded({ ...scope, lastEnded: 2 })).toBe(0)
  expect(countEnded({ ...scope, lastEnded: 0 })).toBe(0)
})

test('a percentage is of the sessions in which the student was expected, not of all', () => {
  const { total, classes, working } = toStanding(scope, facts)
  expect([total, classes]).toEqual([5, 8])
  expect(working).toMatchObject({ counted: 3, attended: 2, percentage: 66.66 })
})
