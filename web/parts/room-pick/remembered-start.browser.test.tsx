import { expect, test } from 'vitest'
import { recallStart, rememberStart } from './remembered-start.ts'

const zone = 'Asia/Kolkata'
const hour = 3_600_000
/** Friday, 10:55 there. */
const friday = Date.UTC(2026, 10, 20, 5, 25)
const nextWeek = friday + 7 * 24 * hour

test('a course is begun as on this weekday at this hour, else as the last time', () => {
  const [hall, lab] = [
    { roomId: 'hall', minutes: '60' },
    { roomId: 'lab', minutes: '120' },
  ]
  localStorage.clear()
  expect(recallStart('maths', friday, zone)).toEqual({ roomId: '', minutes: '60' })
  rememberStart('maths', friday, zone, hall)
  rememberStart('maths', friday + 3 * hour, zone, lab)
  expect(recallStart('maths', nextWeek + hour / 6, zone)).toEqual(hall)
  expect(recallStart('maths', nextWeek + 3 * hour, zone)).toEqual(lab)
  expect(recallStart('maths', nextWeek + 24 * hour, zone)).toEqual(lab)
  expect(recallStart('physics', nextWeek, zone)).toEqual({ roomId: '', minutes: '60' })
})
