import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bringForward, takeFirstRead } from './first-reads.ts'

const answer = Promise.resolve({ response: new Response(), body: Promise.resolve({}), at: 0 })

beforeEach(() => {
  vi.useFakeTimers()
  const read = { sentAt: performance.now(), answer }
  const reads = new Map([
    ['/a', read],
    ['/b', read],
  ])
  globalThis.rollkeyFirstReads = { reads, areSent: Promise.resolve() }
})

afterEach(() => {
  vi.useRealTimers()
  globalThis.rollkeyFirstReads = undefined
})

test('a first read is given once', () => {
  expect(takeFirstRead('GET', '/a')).toBe(answer)
  expect(takeFirstRead('GET', '/a')).toBeUndefined()
})

test('after an act none is given: it may have changed what was read, or who is logged in', () => {
  expect(takeFirstRead('POST', '/a')).toBeUndefined()
  expect(takeFirstRead('GET', '/b')).toBeUndefined()
})

test('a screen that opens later reads for itself', () => {
  vi.advanceTimersByTime(30_000)
  expect(takeFirstRead('GET', '/a')).toBeUndefined()
})

test('the server’s time goes on while an answer waits', () => {
  const at = performance.now()
  vi.advanceTimersByTime(1_500)
  expect(bringForward({ serverTime: 10_000, name: 'a' }, at)).toEqual({ serverTime: 11_500, name: 'a' })
  expect(bringForward([1], at)).toEqual([1])
})
