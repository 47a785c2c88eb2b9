import { expect, test } from 'vitest'
import { markAttendance } from './mark-attendance.ts'

/** Spec §4: "Marking a student per organisation". */

const hour = 3_600_000
const now = 1_795_000_000_000

test('without an entry, one is made with total 1 and an expiryTime an hour from now', () => {
  const marking = markAttendance({ total: 0, expiryTime: null }, now)
  expect(marking).toEqual({ outcome: 'counted', total: 1, expiryTime: now + hour })
})

test.each([
  ['one millisecond past', now - 1],
  ['an hour past', now - hour],
  ['years past', 0],
])('with an expiryTime that is %s the total goes up by 1 and a new hour begins', (_when, expiryTime) => {
  const marking = markAttendance({ total: 7, expiryTime }, now)
  expect(marking).toEqual({ outcome: 'counted', total: 8, expiryTime: now + hour })
})

test.each([
  ['this very millisecond', now],
  ['one millisecond ahead', now + 1],
  ['an hour ahead', now + hour],
])('with an expiryTime that is %s nothing changes', (_when, expiryTime) => {
  const marking = markAttendance({ total: 7, expiryTime }, now)
  expect(marking).toEqual({ outcome: 'already-marked', total: 7, expiryTime })
})

test('a student who is marked whenever it is possible is marked once in each hour and a millisecond', () => {
  let membership: { total: number; expiryTime: number | null } = { total: 0, expiryTime: null }
  for (let at = now; at <= now + 10 * (hour + 1); at += (hour + 1) / 3) membership = markAttendance(membership, at)
  expect(membership.total).toBe(11)
})
