import { describe, expect, test } from 'vitest'
import { judgeGrowth, type Look } from './judge-growth.ts'

/** A reading every ten seconds, for half an hour, which varies by a megabyte. */
const lookAt = (valueAt: (minute: number) => number): Look[] =>
  Array.from({ length: 180 }, (_, index) => {
    const minute = (index + 1) / 6
    return { minute, value: valueAt(minute) + Math.sin(index * 12.9898) }
  })
const tolerated = 0.1

describe('the memory of a server is judged', () => {
  test.each([
    ['stays as it is', () => 140],
    ['fills a cache that is full after a third of the time', (minute: number) => 120 + 3.2 * Math.min(minute, 10)],
    ['fills slower and slower', (minute: number) => 150 - 30 * Math.exp(-minute / 4)],
    ['shrinks', (minute: number) => 140 - minute / 5],
  ])('flat when it %s', (_what, valueAt) => {
    expect(judgeGrowth(lookAt(valueAt), tolerated).isFlat).toBe(true)
  })

  test.each([
    ['from the beginning', (minute: number) => 140 + minute / 2],
    ['while a cache fills beside it', (minute: number) => 120 + 3.2 * Math.min(minute, 10) + minute / 2],
    ['from the middle on', (minute: number) => 140 + Math.max(0, minute - 15)],
  ])('growing when something leaks %s', (_what, valueAt) => {
    const { isFlat, anHour } = judgeGrowth(lookAt(valueAt), tolerated)
    expect(isFlat).toBe(false)
    expect(anHour).toBeGreaterThan(tolerated)
  })

  test('not growing as long as it may be chance', () => {
    const wavering = [0, 3, 0, 9, 2, 0, 9, 4, 0, 9, 3, 9]
    const looks = wavering.map((more, minute) => ({ minute, value: 140 + 3 * more }))
    const { isFlat, anHour } = judgeGrowth(looks, tolerated)
    expect(anHour).toBeGreaterThan(tolerated)
    expect(isFlat).toBe(true)
  })
})
