import { expect, test } from 'vitest'
import { isSessionActive, keepSessionExpiry, readSessionExpiry } from './session-expiry.ts'

function emptyStore() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('reads back what was kept', () => {
  const store = emptyStore()
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000, store)
  expect(readSessionExpiry('K7QF3M9T', store)).toBe(1_900_000_000_000)
})

test('keeps the sessions of two organisations apart', () => {
  const store = emptyStore()
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000, store)
  expect(readSessionExpiry('P4XW8R2D', store)).toBeNull()
})

test('forgets the copy when the server says that none runs', () => {
  const store = emptyStore()
  keepSessionExpiry('K7QF3M9T', 1_900_000_000_000, store)
  keepSessionExpiry('K7QF3M9T', null, store)
  expect(readSessionExpiry('K7QF3M9T', store)).toBeNull()
})

test('takes text that is no time for no session', () => {
  const store = emptyStore()
  store.setItem('attendance-session-expiry:K7QF3M9T', 'soon')
  expect(readSessionExpiry('K7QF3M9T', store)).toBeNull()
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
