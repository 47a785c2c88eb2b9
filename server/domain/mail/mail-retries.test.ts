import { expect, test } from 'vitest'
import { findNextAttempt } from './mail-retries.ts'

const day = 24 * 60 * 60_000

test('waits 30 seconds, then twice as long each time, up to an hour', () => {
  const delays = [0, 1, 2, 3, 6, 7, 8, 30].map((attempts) => findNextAttempt(attempts, 1_000, 1_000))
  expect(delays).toEqual([31_000, 61_000, 121_000, 241_000, 1_921_000, 3_601_000, 3_601_000, 3_601_000])
})

test.each([
  ['a millisecond before', day - 30_000 - 1, day - 1],
  ['at', day - 30_000, day],
  ['a millisecond after', day - 30_000 + 1, undefined],
])('gives up when the next attempt would come after 24 hours: %s', (_name, now, expected) => {
  expect(findNextAttempt(0, 0, now)).toBe(expected)
})
