import { describe, expect, test } from 'vitest'
import { askForMark, readAttendanceEntry } from './attendance-entry.ts'

const hour = 3_600_000

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

describe('askForMark', () => {
  test('asks for the first mark with a window of one hour', () => {
    expect(askForMark('{}', 'A', 1_000)).toBe(`{"A":{"total":1,"expiryTime":${1_000 + hour}}}`)
  })

  test('asks for one more than there are', () => {
    expect(askForMark('{"A":{"total":4,"expiryTime":77}}', 'A', 0)).toBe(`{"A":{"total":5,"expiryTime":${hour}}}`)
  })

  test('names no other organisation', () => {
    expect(Object.keys(JSON.parse(askForMark('{"B":{"total":4,"expiryTime":77}}', 'A', 0)))).toEqual(['A'])
  })
})
