import { expect, test } from 'vitest'
import { makeRepeatedOffset } from './repeated-hour.ts'

const minute = 60_000

test.each([
  ['Europe/Berlin', '2026-10-24T23:59:59.999Z', undefined],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '+02:00'],
  ['Europe/Berlin', '2026-10-25T00:59:59.999Z', '+02:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '+01:00'],
  ['Europe/Berlin', '2026-10-25T01:59:59.999Z', '+01:00'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', undefined],
  // Clocks that go forward show no time twice.
  ['Europe/Berlin', '2026-03-29T01:00:00Z', undefined],
  ['Europe/Lisbon', '2026-10-25T01:30:00Z', '+00:00'],
  ['America/St_Johns', '2026-11-01T03:30:00Z', '-02:30'],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '+11:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '+10:30'],
  ['Australia/Lord_Howe', '2026-04-04T15:30:00Z', undefined],
  ['UTC', '2026-10-25T01:00:00Z', undefined],
])('in %s the offset at %s is %s', (zone, at, expected) => {
  expect(makeRepeatedOffset(zone)(Date.parse(at))).toBe(expected)
})

test.each([
  ['Europe/Berlin', 120],
  ['Asia/Kolkata', 0],
])('in %s %i minutes of a year are written with it', (zone, expected) => {
  const offsetOf = makeRepeatedOffset(zone)
  const step = 15 * minute
  let found = 0
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += step) if (offsetOf(at) !== undefined) found += 15
  expect(found).toBe(expected)
})
