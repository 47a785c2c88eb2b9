import { describe, expect, test } from 'vitest'
import { formatCountdown, formatShortCountdown, msToNextTick, remainingMs, rulerCells } from './countdown.ts'

const minute = 60_000

describe('remainingMs', () => {
  test('is the difference to the end', () => expect(remainingMs(5_000, 2_000)).toBe(3_000))
  test('stays at zero after the end', () => expect(remainingMs(5_000, 9_000)).toBe(0))
})

describe('formatCountdown', () => {
  test.each([
    [60 * minute, '01:00:00'],
    [60 * minute - 1, '01:00:00'],
    [59 * minute + 59_000, '00:59:59'],
    [42 * minute + 26_000, '00:42:26'],
    [1_001, '00:00:02'],
    [1_000, '00:00:01'],
    [1, '00:00:01'],
    [0, '00:00:00'],
  ])('shows %i ms as %s', (remaining, shown) => expect(formatCountdown(remaining)).toBe(shown))
})

describe('formatShortCountdown', () => {
  test.each([
    [61 * minute + 4_000, '01:01:04'],
    [8 * minute + 4_000, '08:04'],
    [0, '00:00'],
  ])('shows %i ms as %s', (remaining, shown) => expect(formatShortCountdown(remaining)).toBe(shown))
})

describe('msToNextTick', () => {
  test.each([
    [2_000, 1_000],
    [1_999, 999],
    [1_001, 1],
    [1, 1],
  ])('with %i ms left it is %i ms', (remaining, wait) => expect(msToNextTick(remaining)).toBe(wait))
})

describe('rulerCells', () => {
  const count = (remaining: number) => {
    const cells = rulerCells(remaining)
    return [
      cells.filter((cell) => cell === 'past').length,
      cells.filter((cell) => cell === 'now').length,
      cells.filter((cell) => cell === 'left').length,
    ]
  }

  test('begins with the first minute marked', () => expect(count(60 * minute)).toEqual([0, 1, 59]))
  test('marks the running minute', () => expect(count(42 * minute + 26_000)).toEqual([17, 1, 42]))
  test('marks the last minute to its last millisecond', () => expect(count(1)).toEqual([59, 1, 0]))
  test('has nothing left at the end', () => expect(count(0)).toEqual([60, 0, 0]))
  test('does not start before the session when the clocks differ a little', () =>
    expect(count(61 * minute)).toEqual([0, 1, 59]))
  test('has sixty cells of a session of any length', () =>
    expect(rulerCells(4 * minute, 5 * minute).indexOf('now')).toBe(12))
})
