import { describe, expect, test } from 'vitest'
import { findMidnight, listEnds } from './midnights.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('a screen ends at a midnight of its institute', () => {
  test.each<[string, string, string, number, string]>([
    ['today, east of Greenwich', '2026-11-23T09:15:00', 'Asia/Kolkata', 1, '2026-11-23T18:30:00'],
    ['today, where it is still yesterday', '2026-11-23T02:00:00', 'America/New_York', 1, '2026-11-23T05:00:00'],
    ['a minute before midnight', '2026-11-23T18:29:00', 'Asia/Kolkata', 1, '2026-11-23T18:30:00'],
    ['at midnight, the next one', '2026-11-23T18:30:00', 'Asia/Kolkata', 1, '2026-11-24T18:30:00'],
    ['after seven days', '2026-11-23T09:15:00', 'Asia/Kolkata', 7, '2026-11-29T18:30:00'],
    ['after the clocks went back', '2026-10-24T09:00:00', 'Europe/Berlin', 2, '2026-10-25T23:00:00'],
    ['where the clocks go forward at midnight', '2026-09-05T12:00:00', 'America/Santiago', 1, '2026-09-06T04:00:00'],
    ['in the last zone of the world', '2026-11-23T11:00:00', 'Pacific/Kiritimati', 1, '2026-11-24T10:00:00'],
  ])('%s', (_when, now, zone, days, end) => {
    expect(new Date(findMidnight(utc(now), zone, days)).toISOString()).toBe(new Date(utc(end)).toISOString())
  })

  test('and a person chooses among today, a week and thirty days', () => {
    const ends = listEnds(utc('2026-11-23T09:15:00'), 'Asia/Kolkata')
    expect(ends.map(({ days, endsAt }) => [days, new Date(endsAt).toISOString()])).toEqual([
      [1, '2026-11-23T18:30:00.000Z'],
      [7, '2026-11-29T18:30:00.000Z'],
      [30, '2026-12-22T18:30:00.000Z'],
    ])
  })
})
