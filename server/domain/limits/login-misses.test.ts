import { describe, expect, test } from 'vitest'
import type { Problem } from '../problem.ts'
import {
  assertLoginAllowed,
  countLoginMiss,
  firstLoginBlockMs,
  judgeLogin,
  type LoginMissState,
  loginMissKey,
  longestLoginBlockMs,
  takeBackLoginMiss,
} from './login-misses.ts'

const start = 1_700_000_000_000
/** Rules §4, in the words of this test. */
const windowMs = 15 * 60_000

function miss(times: number, now = start, from?: LoginMissState): LoginMissState | undefined {
  let state = from
  for (let count = 0; count < times; count += 1) state = countLoginMiss(state, now)
  return state
}

/** Misses in a row, each as soon as it is allowed. Returns the blocks that followed, in ms. */
function missWheneverAllowed(times: number): number[] {
  const blocks: number[] = []
  let now = start
  let state: LoginMissState | undefined
  for (let count = 0; count < times; count += 1) {
    state = countLoginMiss(state, now)
    blocks.push(Math.max(0, state.blockedUntil - now))
    now = Math.max(now, state.blockedUntil)
  }
  return blocks
}

describe('misses of one email', () => {
  test('do not matter up to the ninth', () => {
    expect(judgeLogin(undefined, start)).toEqual({ outcome: 'allowed' })
    expect(judgeLogin(miss(9), start)).toEqual({ outcome: 'allowed' })
  })

  test('block for 30 seconds at the tenth', () => {
    const state = miss(10)
    expect(judgeLogin(state, start)).toEqual({ outcome: 'blocked', retryAfterMs: firstLoginBlockMs })
    expect(judgeLogin(state, start + firstLoginBlockMs - 1)).toEqual({ outcome: 'blocked', retryAfterMs: 1 })
    expect(judgeLogin(state, start + firstLoginBlockMs)).toEqual({ outcome: 'allowed' })
    expect(judgeLogin(state, start + firstLoginBlockMs + 1)).toEqual({ outcome: 'allowed' })
  })

  test('block twice as long each time, up to 15 minutes', () => {
    expect(missWheneverAllowed(17).slice(8)).toEqual([
      0, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000,
    ])
  })

  test('are forgotten 15 minutes after the first of them', () => {
    const end = start + windowMs
    expect(countLoginMiss(miss(9), end - 1)).toMatchObject({ inWindow: 10, blockedUntil: end - 1 + firstLoginBlockMs })
    expect(countLoginMiss(miss(9), end)).toMatchObject({ inWindow: 1, windowStartedAt: end, blockedUntil: 0 })
    expect(countLoginMiss(miss(9), end + 1)).toMatchObject({ inWindow: 1, windowStartedAt: end + 1, blockedUntil: 0 })
  })

  test('end doubling only after 15 quiet minutes behind the block', () => {
    const quiet = start + firstLoginBlockMs + windowMs
    expect(countLoginMiss(miss(10), quiet - 1).blockedUntil).toBe(quiet - 1 + 2 * firstLoginBlockMs)
    expect(countLoginMiss(miss(10), quiet).blockedUntil).toBe(0)
    expect(countLoginMiss(miss(10), quiet + 1).blockedUntil).toBe(0)
  })

  test('turn the password off at the hundredth in a row, however slowly they came', () => {
    let state: LoginMissState | undefined
    for (let day = 0; day < 99; day += 1) state = countLoginMiss(state, start + day * 86_400_000)
    expect(judgeLogin(state, start + 99 * 86_400_000)).toEqual({ outcome: 'allowed' })
    const hundredth = countLoginMiss(state, start + 99 * 86_400_000)
    expect(judgeLogin(hundredth, start + 10_000 * 86_400_000)).toEqual({ outcome: 'password-off' })
  })

  test('never block longer than 15 minutes, even when counted by the hundred', () => {
    const state = miss(2_000)
    expect(state?.blockedUntil).toBe(start + longestLoginBlockMs)
  })

  test('follow the scale of the limits', () => {
    const states = [1, 2, 3].map((times) => {
      let state: LoginMissState | undefined
      for (let count = 0; count < times; count += 1) state = countLoginMiss(state, start, 0.2)
      return state
    })
    expect(states.map((state) => judgeLogin(state, start, 0.2).outcome)).toEqual(['allowed', 'blocked', 'blocked'])
    expect(judgeLogin(miss(99), start, 100).outcome).toBe('blocked')
    expect(judgeLogin({ ...(miss(1) as LoginMissState), inRow: 100 }, start, 100).outcome).toBe('allowed')
  })
})

describe('a miss that was taken back', () => {
  /** The states after tries that are all counted before the first password is compared. */
  function countAtOnce(from: LoginMissState | undefined, times: number): LoginMissState[] {
    const states = [from ?? never]
    for (let index = 0; index < times; index += 1) states.push(countLoginMiss(states[index], start + 5 + index))
    return states
  }
  const never: LoginMissState = { windowStartedAt: 0, inWindow: 0, inRow: 0, blockedUntil: 0 }

  test.each([0, 1, 8, 9, 12])('leaves no trace after %i others', (times) => {
    const [before, after] = countAtOnce(miss(times), 1) as [LoginMissState, LoginMissState]
    expect(takeBackLoginMiss(after, { before, after })).toEqual(before)
  })

  test('leaves the misses of others that came meanwhile, and lifts the block that it caused', () => {
    const [before, after, withOther] = countAtOnce(miss(8), 2) as [LoginMissState, LoginMissState, LoginMissState]
    expect(judgeLogin(withOther, start + 10).outcome).toBe('blocked')
    const left = takeBackLoginMiss(withOther, { before, after })
    expect(left).toEqual({ windowStartedAt: start, inWindow: 9, inRow: 9, blockedUntil: 0 })
    expect(takeBackLoginMiss(left, { before: after, after: withOther })).toMatchObject({ inWindow: 8, inRow: 8 })
  })

  test('leaves a block that the misses of others have earned', () => {
    const [before, after, withOther] = countAtOnce(miss(9), 2) as [LoginMissState, LoginMissState, LoginMissState]
    expect(takeBackLoginMiss(withOther, { before, after })).toEqual({ ...withOther, inWindow: 10, inRow: 10 })
  })

  test('takes nothing from a count that a success has cleared meanwhile', () => {
    const [before, after] = countAtOnce(miss(3), 1) as [LoginMissState, LoginMissState]
    expect(takeBackLoginMiss(never, { before, after })).toEqual(never)
  })
})

describe('assertLoginAllowed', () => {
  function refusal(state: LoginMissState | undefined): Problem | undefined {
    try {
      assertLoginAllowed(state, start)
    } catch (error) {
      return error as Problem
    }
    return undefined
  }

  test('lets a first attempt through', () => {
    expect(refusal(undefined)).toBeUndefined()
  })

  test('says how long to wait when blocked', () => {
    expect(refusal(miss(10))).toMatchObject({ type: 'general_rate_limit_exceeded', retryAfterMs: 30_000 })
  })

  test('names what to do next when the password is off', () => {
    const problem = refusal(miss(100))
    expect(problem).toMatchObject({ type: 'general_rate_limit_exceeded', retryAfterMs: 15 * 60_000 })
    expect(problem?.message).toContain('Forgot Password?')
  })
})

test('keys the row by a hash, so that the table holds no email', () => {
  expect(loginMissKey('ada@example.org')).toMatch(/^[\w-]{43}$/)
  expect(loginMissKey('ada@example.org')).not.toBe(loginMissKey('bob@example.org'))
})
