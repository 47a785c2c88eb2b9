import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

describe('createRefresher', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** How long each read takes, ms. */
  function watch(readingMs: number, rests?: { firstRestMs?: number; quietMs?: number }) {
    const begun: number[] = []
    const refresher = createRefresher(
      async () => {
        begun.push(performance.now())
        await new Promise((resolve) => setTimeout(resolve, readingMs))
      },
      1_000,
      rests,
    )
    const start = performance.now()
    return { refresher, begun: () => begun.map((at) => at - start) }
  }

  test('reads at once', () => {
    const { refresher, begun } = watch(10)
    refresher.request()
    expect(begun()).toEqual([0])
  })

  test('answers a hundred requests in one second by two readings', async () => {
    const { refresher, begun } = watch(10)
    for (let request = 0; request < 100; request++) {
      refresher.request()
      await vi.advanceTimersByTimeAsync(9)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun()).toEqual([0, 1_000])
  })

  test('stays idle without requests', async () => {
    const { refresher, begun } = watch(10)
    refresher.request()
    await vi.advanceTimersByTimeAsync(60_000)
    refresher.request()
    expect(begun()).toEqual([0, 60_000])
  })

  test('lets a slow reading end before the next one begins', async () => {
    const { refresher, begun } = watch(3_000)
    refresher.request()
    await vi.advanceTimersByTimeAsync(100)
    refresher.request()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun()).toEqual([0, 3_000])
  })

  test('reads occasional requests at once, when the first rest is short', async () => {
    const { refresher, begun } = watch(10, { firstRestMs: 100 })
    for (let request = 0; request < 4; request++) {
      refresher.request()
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(begun()).toEqual([0, 300, 600, 900])
  })

  test('rests longer and longer while requests never stop', async () => {
    const { refresher, begun } = watch(10, { firstRestMs: 100 })
    for (let request = 0; request < 100; request++) {
      refresher.request()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(begun()).toEqual([0, 100, 300, 700, 1_500, 2_500, 3_500, 4_500])
  })

  test('rests shortly again after a time without requests', async () => {
    const { refresher, begun } = watch(10, { firstRestMs: 100 })
    for (let request = 0; request < 20; request++) {
      refresher.request()
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(9_000)
    for (const later of [0, 50]) {
      await vi.advanceTimersByTimeAsync(later)
      refresher.request()
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun().slice(-2)).toEqual([10_000, 10_100])
  })

  test('reads nothing any more once it is stopped', async () => {
    const { refresher, begun } = watch(10)
    refresher.request()
    refresher.request()
    refresher.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    refresher.request()
    expect(begun()).toEqual([0])
  })

  test('waits until nothing was requested for a while, and no longer than its rest', async () => {
    const { refresher, begun } = watch(10, { quietMs: 300 })
    refresher.request()
    await vi.advanceTimersByTimeAsync(200)
    refresher.request()
    await vi.advanceTimersByTimeAsync(299)
    expect(begun()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_501)
    expect(begun()).toEqual([500])
    for (let request = 0; request < 11; request++) {
      refresher.request()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(begun()).toEqual([500, 3_000])
  })
})
