import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReadiness } from './readiness.ts'

const works = async () => 1
const fails = () => Promise.reject(new Error('no'))
const hangs = () => new Promise(() => undefined)

test('a process is ready while its database answers and writes, until it begins to stop', async () => {
  const readiness = createReadiness({ ask: works, write: works })
  expect(await readiness.check()).toBe('ready')
  readiness.end()
  expect(await readiness.check()).toBe('stopping')
})

test('a database that refuses, or answers too late, is not ready', async () => {
  expect(await createReadiness({ ask: fails, write: works }).check()).toBe('no database')
  expect(await createReadiness({ ask: hangs, write: works, deadlineMs: 1 }).check()).toBe('no database')
})

test('a database that answers but takes no write has its own answer', async () => {
  for (const write of [fails, hangs]) {
    const readiness = createReadiness({ ask: works, write, deadlineMs: 1 })
    expect(await readiness.check()).toBe('no writes')
    expect(await readiness.isWritable()).toBe(false)
  }
})

test('simultaneous questions ask the database once', async () => {
  let [asked, written] = [0, 0]
  const readiness = createReadiness({ ask: async () => void asked++, write: async () => void written++ })
  await Promise.all(Array.from({ length: 100 }, () => readiness.check()))
  await Promise.all(Array.from({ length: 100 }, () => readiness.isWritable()))
  await readiness.check()
  expect([asked, written]).toEqual([1, 1])
})

describe('a write', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** How many writes began within a minute with a question each second. */
  async function countInAMinute(write: () => Promise<unknown>): Promise<number> {
    let begun = 0
    const count = () => {
      begun++
      return write()
    }
    const readiness = createReadiness({ ask: works, write: count })
    for (let second = 0; second < 60; second++) {
      void readiness.check()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    return begun
  }

  test('that succeeds counts for five seconds, one that fails for two', async () => {
    expect(await countInAMinute(works)).toBe(12)
    expect(await countInAMinute(fails)).toBe(30)
  })

  test('that hangs is not followed by others', async () => {
    expect(await countInAMinute(hangs)).toBe(2)
  })

  test('that succeeds again makes the process ready again', async () => {
    let write: () => Promise<unknown> = fails
    const readiness = createReadiness({ ask: works, write: () => write() })
    expect(await readiness.check()).toBe('no writes')
    write = works
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await readiness.check()).toBe('ready')
  })
})

test('a process is not ready before it is warm, and is ready where warming up fails', async () => {
  const warm = Promise.withResolvers<void>()
  const readiness = createReadiness({ ask: works, write: works, warm: warm.promise })
  expect(await readiness.check()).toBe('warming up')
  warm.reject(new Error('no library'))
  await expect.poll(() => readiness.check()).toBe('ready')
})
