import { expect, test } from 'vitest'
import { createMemoryCounters } from './memory-counters.ts'

function setUp(maxKeys?: number) {
  const clock = { now: 1_000 }
  return { clock, counters: createMemoryCounters(() => clock.now, maxKeys) }
}

test('counts within a window that begins with the first hit', async () => {
  const { clock, counters } = setUp()
  expect(await counters.hit('a', 500)).toEqual({ count: 1, resetAt: 1_500 })
  clock.now = 1_499
  expect(await counters.hit('a', 500)).toEqual({ count: 2, resetAt: 1_500 })
  clock.now = 1_500
  expect(await counters.peek('a', 500)).toEqual({ count: 0, resetAt: 2_000 })
  expect(await counters.hit('a', 500)).toEqual({ count: 1, resetAt: 2_000 })
})

test('looks without counting', async () => {
  const { counters } = setUp()
  expect(await counters.peek('a', 500)).toEqual({ count: 0, resetAt: 1_500 })
  await counters.hit('a', 500)
  expect(await counters.peek('a', 500)).toEqual({ count: 1, resetAt: 1_500 })
  expect(counters.size()).toBe(1)
})

test('forgets windows that have ended', async () => {
  const { clock, counters } = setUp()
  for (const key of ['a', 'b', 'c']) await counters.hit(key, 500)
  await counters.hit('long', 600_000)
  clock.now += 60_000
  await counters.hit('d', 500)
  expect(counters.size()).toBe(2)
  expect((await counters.peek('long', 600_000)).count).toBe(1)
})

test('keeps its bound by forgetting the window opened first', async () => {
  const { counters } = setUp(3)
  for (const key of ['a', 'b', 'c', 'a', 'd']) await counters.hit(key, 500)
  expect(counters.size()).toBe(3)
  expect((await counters.peek('a', 500)).count).toBe(0)
  expect((await counters.peek('d', 500)).count).toBe(1)
})

test('keeps its bound under a flood of keys', async () => {
  const { counters } = setUp(1_000)
  for (let key = 0; key < 20_000; key += 1) await counters.hit(String(key), 60_000)
  expect(counters.size()).toBe(1_000)
})

test.each(['peek', 'hit'] as const)(
  'a window that began while the clock was ahead keeps its hits, and ends after its own length: %s',
  async (look) => {
    const { clock, counters } = setUp()
    clock.now += 10_800_000
    for (let hits = 0; hits < 3; hits += 1) await counters.hit('a', 500)
    clock.now -= 10_800_000
    expect((await counters[look]('a', 500)).count).toBeGreaterThanOrEqual(3)
    clock.now += 499
    expect((await counters.peek('a', 500)).count).toBeGreaterThanOrEqual(3)
    clock.now += 1
    expect((await counters.peek('a', 500)).count).toBe(0)
  },
)

test('forgets ended windows also after a clock that was ahead is put right', async () => {
  const { clock, counters } = setUp()
  clock.now += 10_800_000
  for (let minutes = 0; minutes < 2; minutes += 1) {
    clock.now += 60_000
    await counters.hit('swept', 500)
  }
  clock.now -= 10_800_000
  await counters.hit('a', 500)
  clock.now += 60_000
  await counters.hit('b', 500)
  expect((await counters.peek('a', 500)).count).toBe(0)
  expect(counters.size()).toBeLessThanOrEqual(2)
})
