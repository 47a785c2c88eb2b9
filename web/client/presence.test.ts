import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backgroundHeaders, noteAct } from './presence.ts'

const marked = { 'x-rollkey-background': '1' }

describe('what the page asks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    noteAct()
  })
  afterEach(() => void vi.useRealTimers())

  test('counts as a person’s for five seconds after an act, and then as automatic', () => {
    vi.advanceTimersByTime(5_000)
    expect(backgroundHeaders('GET')).toEqual({})
    vi.advanceTimersByTime(1)
    expect(backgroundHeaders('GET')).toEqual(marked)
  })

  test('counts as a person’s again at once after the next act', () => {
    vi.advanceTimersByTime(3_600_000)
    expect(backgroundHeaders('get')).toEqual(marked)
    noteAct()
    expect(backgroundHeaders('GET')).toEqual({})
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('by %s always counts as a person’s', (method) => {
    vi.advanceTimersByTime(3_600_000)
    expect(backgroundHeaders(method)).toEqual({})
  })
})
