import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSessionActive, keepSessionExpiry, readSessionExpiry } from './session-expiry.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('reads back what was kept', () => {
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000)
  expect(readSessionExpiry('K7QF3M9T')).toBe(1_900_000_000_000)
})

test('keeps the sessions of two organisations apart', () => {
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000)
  expect(readSessionExpiry('P4XW8R2D')).toBeNull()
})

test('forgets the copy when the server says that none runs', () => {
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000)
  keepSessionExpiry('K7QF3M9T', null)
  expect(readSessionExpiry('K7QF3M9T')).toBeNull()
})

test('takes text that is no time for no session', () => {
  sessionStorage.setItem('attendance-session-expiry:K7QF3M9T', 'soon')
  expect(readSessionExpiry('K7QF3M9T')).toBeNull()
})

test.each([
  ['one millisecond before its end', 999, true],
  ['at its end', 1_000, false],
  ['after its end', 1_001, false],
])('a session %s is active: %s ms', (_, now, active) => {
  expect(isSessionActive(1_000, now)).toBe(active)
})

test('no session is not active', () => {
  expect(isSessionActive(null, 0)).toBe(false)
})
