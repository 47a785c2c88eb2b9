import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryCounters } from '#server/adapters/limits/memory-counters.ts'
import { Problem } from '../problem.ts'
import { requestLimits } from './limit-table.ts'
import { createRateLimiter, type RateLimitProblem } from './rate-limiter.ts'

const limit = { name: 'knock', max: 3, windowMs: 60_000 }

function setUp(scale = 1) {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  return { clock, limiter: createRateLimiter(createMemoryCounters(now), scale, now) }
}

async function refusalOf(work: Promise<unknown>): Promise<RateLimitProblem> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Problem)
  return error as RateLimitProblem
}

describe('count', () => {
  test('lets as many calls through as the limit says, and no more', async () => {
    const { limiter } = setUp()
    for (const count of [1, 2, 3]) expect(await limiter.count(limit, 'a')).toMatchObject({ count, max: 3 })
    expect(await refusalOf(limiter.count(limit, 'a'))).toMatchObject({ type: 'general_rate_limit_exceeded' })
  })

  test('says how long the window still lasts', async () => {
    const { clock, limiter } = setUp()
    for (let call = 0; call < 3; call += 1) await limiter.count(limit, 'a')
    clock.now += 45_000
    expect((await refusalOf(limiter.count(limit, 'a'))).retryAfterMs).toBe(15_000)
    clock.now += 14_999
    expect((await refusalOf(limiter.count(limit, 'a'))).retryAfterMs).toBe(1_000)
    clock.now += 1
    expect(await limiter.count(limit, 'a')).toMatchObject({ count: 1 })
  })

  test('counts keys and limits apart', async () => {
    const { limiter } = setUp()
    for (let call = 0; call < 3; call += 1) await limiter.count(limit, 'a')
    expect(await limiter.count(limit, 'b')).toMatchObject({ count: 1 })
    expect(await limiter.count({ ...limit, name: 'ring' }, 'a')).toMatchObject({ count: 1 })
  })

  test('names a sensible wait when the counters use another clock', async () => {
    const { limiter } = setUp()
    const future = createRateLimiter(
      createMemoryCounters(() => 9_000_000),
      0.1,
      () => 1_000_000,
    )
    const past = createRateLimiter(
      createMemoryCounters(() => 1_000),
      0.1,
      () => 1_000_000,
    )
    for (const other of [future, past, limiter]) await other.count(limit, 'a')
    expect((await refusalOf(future.count(limit, 'a'))).retryAfterMs).toBe(60_000)
    expect((await refusalOf(past.count(limit, 'a'))).retryAfterMs).toBe(1_000)
  })
})

describe('check and miss', () => {
  test('refuse only once the misses are used up', async () => {
    const { limiter } = setUp()
    for (const count of [1, 2, 3]) {
      expect(await limiter.check(limit, 'a')).toMatchObject({ count: count - 1, isUsedUp: false })
      expect(await limiter.miss(limit, 'a')).toMatchObject({ count, isUsedUp: count === 3 })
    }
    await refusalOf(limiter.check(limit, 'a'))
  })

  test('look shows the state, and neither counts nor refuses', async () => {
    const { limiter } = setUp()
    for (const count of [0, 1, 2, 3]) {
      for (let call = 0; call < 2; call += 1) expect(await limiter.look(limit, 'a')).toMatchObject({ count, max: 3 })
      await limiter.miss(limit, 'a')
    }
  })

  test('never refuse for checking alone', async () => {
    const { limiter } = setUp()
    for (let call = 0; call < 10; call += 1) expect((await limiter.check(limit, 'a')).count).toBe(0)
  })

  test('count a miss beyond the limit without throwing', async () => {
    const { limiter } = setUp()
    for (let call = 0; call < 3; call += 1) await limiter.miss(limit, 'a')
    expect(await limiter.miss(limit, 'a')).toMatchObject({ count: 4, isUsedUp: true })
  })
})

describe('attempt', () => {
  const other = { name: 'ring', max: 5, windowMs: 60_000 }

  test('lets as many run at once as there are misses left, and the next one when one was no miss', async () => {
    const { limiter } = setUp()
    const ends: ((isRight: boolean) => void)[] = []
    const run = () => new Promise<boolean>((resolve) => void ends.push(resolve))
    const attempts = [1, 2, 3, 4].map(() => limiter.attempt([[limit, 'a']], run, (isRight) => !isRight))
    await setImmediate()
    expect(ends).toHaveLength(3)
    ends[0]?.(true)
    await setImmediate()
    expect(ends).toHaveLength(4)
    for (const end of ends) end(true)
    expect(await Promise.all(attempts)).toEqual([true, true, true, true])
  })

  test('counts a miss for each of its limits, and reports the state of each before it', async () => {
    const { limiter } = setUp()
    const onReading = vi.fn()
    const counted = [
      [limit, 'a'],
      [other, 'b'],
    ] as const
    const miss = () =>
      limiter.attempt(
        counted,
        async () => false,
        (isRight) => !isRight,
        onReading,
      )
    await miss()
    await miss()
    expect(onReading.mock.calls.map(([{ count, max }]) => [count, max])).toEqual([
      [0, 3],
      [0, 5],
      [1, 3],
      [1, 5],
    ])
  })
})

test('a limit of the process is counted in memory only, and counter keys hold no email or address', async () => {
  const now = () => 1_000_000
  const [shared, own] = [createMemoryCounters(now), createMemoryCounters(now)]
  const [ofShared, ofOwn] = [vi.spyOn(shared, 'hit'), vi.spyOn(own, 'hit')]
  const limiter = createRateLimiter(shared, 1, now, own)
  await limiter.count({ ...limit, scope: 'process' }, 'asha@example.org')
  expect([ofShared.mock.calls.length, ofOwn.mock.calls.length]).toEqual([0, 1])
  await limiter.count(limit, 'asha@example.org')
  expect([ofShared.mock.calls.length, ofOwn.mock.calls.length]).toEqual([1, 1])
  expect(JSON.stringify([ofShared.mock.calls, ofOwn.mock.calls])).not.toContain('asha')
})

test('the scale multiplies a limit, and no limit falls below one', async () => {
  expect((await setUp(10).limiter.count(limit, 'a')).max).toBe(30)
  expect((await setUp(0.001).limiter.count(limit, 'a')).max).toBe(1)
})

describe('the table of limits', () => {
  test('lets a whole class register from one address', async () => {
    const { limiter } = setUp()
    const perMinute = requestLimits.createAccount.byAddressAMinute
    for (let student = 0; student < 240; student += 1) await limiter.count(perMinute, '192.0.2.7')
    await refusalOf(limiter.count(perMinute, '192.0.2.7'))
  })

  test('counts misses, not people, wherever a class shares an address', () => {
    const { logIn, confirmVerification, confirmRecovery } = requestLimits
    const rows = [logIn.byAddress, confirmVerification.byAddress, confirmRecovery.byAddress]
    expect(rows.map(({ counts }) => counts)).toEqual(rows.map(() => 'misses'))
  })

  test('gives each limit a name of its own, by which it is counted', () => {
    const names = Object.values(requestLimits).flatMap((limits) => Object.values(limits).map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })
})
