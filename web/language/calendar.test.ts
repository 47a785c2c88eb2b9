import { expect, test } from 'vitest'
import { timeOfClock } from './calendar.ts'

test.each([
  ['2026-11-27T09:00', 'Asia/Kolkata', Date.UTC(2026, 10, 27, 3, 30)],
  ['2026-07-01T09:00', 'Europe/Berlin', Date.UTC(2026, 6, 1, 7)],
  ['2026-12-01T09:00', 'Europe/Berlin', Date.UTC(2026, 11, 1, 8)],
  // The clocks show it twice, and the next one not at all.
  ['2026-10-25T02:30', 'Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30)],
  ['2026-03-29T02:30', 'Europe/Berlin', Date.UTC(2026, 2, 29, 1, 30)],
])('%s in %s is a time of that zone, whatever the computer’s is', (text, zone, time) => {
  expect(timeOfClock(text, zone)).toBe(time)
})

test.each(['', '9:00', '2026-13-45T99:99'])('%j is no time', (text) => {
  expect(timeOfClock(text, 'UTC')).toBeUndefined()
})
