import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leftOpenMs } from '#contract/rules.ts'
import { type Attempt, createAttempts } from './attempts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Answers only when its turn is given up, as a browser's question to a phone that is away. */
const leaveOpen = ({ signal, runOpen }: Attempt) =>
  runOpen(
    () =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )

function begin(attempts: ReturnType<typeof createAttempts>): Attempt {
  const attempt = attempts.begin()
  if (!attempt) throw new Error('the turn before is not over')
  return attempt
}

describe('a ceremony left open', () => {
  test('is given up for the next student', async () => {
    const attempts = createAttempts({ onOpen: vi.fn(), onLeftOpen: vi.fn() })
    const first = begin(attempts)
    const open = expect(leaveOpen(first)).rejects.toMatchObject({ name: 'AbortError' })
    const second = begin(attempts)
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false])
    await open
    // The first one's end is not the second one's.
    expect(first.end()).toBe(false)
    expect(attempts.begin()).toBeUndefined()
    expect(second.end()).toBe(true)
  })

  test('is given up by Cancel', async () => {
    const attempts = createAttempts({ onOpen: vi.fn(), onLeftOpen: vi.fn() })
    const attempt = begin(attempts)
    const open = expect(leaveOpen(attempt)).rejects.toMatchObject({ name: 'AbortError' })
    attempts.cancel()
    await open
  })

  test('is asked about after a minute, once', async () => {
    const onLeftOpen = vi.fn()
    const attempts = createAttempts({ onOpen: vi.fn(), onLeftOpen })
    const open = leaveOpen(begin(attempts)).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(leftOpenMs - 1)
    expect(onLeftOpen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onLeftOpen).toHaveBeenCalledOnce()
    attempts.cancel()
    await open
    await vi.advanceTimersByTimeAsync(5 * leftOpenMs)
    expect(onLeftOpen).toHaveBeenCalledOnce()
  })
})

test('a ceremony that is answered is not asked about', async () => {
  const onLeftOpen = vi.fn()
  expect(await begin(createAttempts({ onOpen: vi.fn(), onLeftOpen })).runOpen(async () => 'assertion')).toBe(
    'assertion',
  )
  await vi.advanceTimersByTimeAsync(2 * leftOpenMs)
  expect(onLeftOpen).not.toHaveBeenCalled()
})

test('a turn that is looked up or written is not given up for another press of Enter', async () => {
  const attempts = createAttempts({ onOpen: vi.fn(), onLeftOpen: vi.fn() })
  const attempt = begin(attempts)
  expect(attempts.begin()).toBeUndefined()
  await attempt.runOpen(async () => undefined)
  expect(attempts.begin()).toBeUndefined()
  expect(attempt.signal.aborted).toBe(false)
  attempt.end()
  expect(attempts.begin()).toBeDefined()
})

test('it is told whether the ceremony of the current turn is open', async () => {
  const onOpen = vi.fn()
  const attempts = createAttempts({ onOpen, onLeftOpen: vi.fn() })
  const first = leaveOpen(begin(attempts)).catch(() => undefined)
  const second = begin(attempts)
  const answer = Promise.withResolvers<void>()
  const open = second.runOpen(() => answer.promise)
  await first
  expect(onOpen.mock.calls).toEqual([[true], [false], [true]])
  answer.resolve()
  await open
  expect(onOpen).toHaveBeenLastCalledWith(false)
})
