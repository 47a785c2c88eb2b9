import { describe, expect, test } from 'vitest'
import { readAttendanceEntry } from './attendance-entry.ts'

describe('readAttendanceEntry', () => {
  test('finds the organisation among others', () => {
    const attendance = JSON.stringify({ A: { total: 3, expiryTime: 5 }, B: { total: 7, expiryTime: 9 } })
    expect(readAttendanceEntry(attendance, 'B')).toEqual({ total: 7, expiryTime: 9 })
  })

  test.each([
    ['empty text', ''],
    ['null', null],
    ['nothing', undefined],
    ['not JSON', '{'],
    ['a list', '[1]'],
    ['another organisation', '{"B":{"total":1,"expiryTime":1}}'],
    ['an entry of the wrong shape', '{"A":4}'],
    ['totals that are no counts', '{"A":{"total":"9","expiryTime":-1}}'],
  ])('counts nothing when the field holds %s', (_, attendance) => {
    expect(readAttendanceEntry(attendance, 'A')).toEqual({ total: 0, expiryTime: 0 })
  })
})
