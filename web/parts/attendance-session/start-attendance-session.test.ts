import { describe, expect, test, vi } from 'vitest'
import type { StartableOrganisation, StartCalls } from './start-attendance-session.ts'
import { startAttendanceSession } from './start-attendance-session.ts'

const now = 1_800_000_000_000
const minute = 60_000
const ready = { passKey: true, expectsRunning: false } as const
const wayBack = { ...ready, expectsRunning: true }
const refusedAsActive = new Error('A session is already active')

function organisation(overrides: Partial<StartableOrganisation> = {}): StartableOrganisation {
  return { $id: 'K7QF3M9T', passKey: true, classes: 4, sessionExpiry: null, serverTime: now, ...overrides }
}

function calls(overrides: Partial<StartCalls> = {}) {
  return {
    readStoredExpiry: vi.fn(() => null),
    keepExpiry: vi.fn(),
    now: () => now,
    readOrganisation: vi.fn(async () => organisation()),
    writeClasses: vi.fn(async (classes: number) => organisation({ classes, sessionExpiry: now + 60 * minute })),
    isAlreadyActive: (error: unknown) => error === refusedAsActive,
    ...overrides,
  }
}

describe('startAttendanceSession', () => {
  test('sends no request without a passkey', async () => {
    const made = calls()
    expect(await startAttendanceSession({ expectsRunning: false }, made)).toBe('passkey-needed')
    expect(made.readOrganisation).not.toHaveBeenCalled()
    expect(made.writeClasses).not.toHaveBeenCalled()
  })

  test('continues the session that this browser remembers', async () => {
    const made = calls({ readStoredExpiry: () => now + 1 })
    expect(await startAttendanceSession(ready, made)).toBe('already-active')
    expect(made.writeClasses).not.toHaveBeenCalled()
  })

  test('starts a new one when the remembered session has just ended', async () => {
    const made = calls({ readStoredExpiry: () => now })
    expect(await startAttendanceSession(ready, made)).toBe('started')
  })

  test('asks for one session more and keeps the end in the answer', async () => {
    const made = calls()
    expect(await startAttendanceSession(ready, made)).toBe('started')
    expect(made.writeClasses).toHaveBeenCalledExactlyOnceWith(5)
    expect(made.keepExpiry).toHaveBeenCalledExactlyOnceWith(now + 60 * minute)
  })

  test('continues the session that another browser has started', async () => {
    const running = organisation({ sessionExpiry: now + 10 * minute })
    const made = calls({ readOrganisation: async () => running })
    expect(await startAttendanceSession(ready, made)).toBe('already-active')
    expect(made.writeClasses).not.toHaveBeenCalled()
    expect(made.keepExpiry).toHaveBeenCalledExactlyOnceWith(now + 10 * minute)
  })

  test('a press on the way back starts nothing', async () => {
    const made = calls()
    expect(await startAttendanceSession(wayBack, made)).toBe('ended')
    expect(made.writeClasses).not.toHaveBeenCalled()
    expect(made.keepExpiry).toHaveBeenCalledExactlyOnceWith(null)
  })

  test('a press on the way back goes on with the session that runs by now', async () => {
    const running = organisation({ sessionExpiry: now + 10 * minute })
    const made = calls({ readOrganisation: async () => running })
    expect(await startAttendanceSession(wayBack, made)).toBe('back')
    expect(made.keepExpiry).toHaveBeenCalledExactlyOnceWith(now + 10 * minute)
    expect(await startAttendanceSession(wayBack, calls({ readStoredExpiry: () => now + 1 }))).toBe('back')
  })

  test('reads the true end when another browser starts at the same moment', async () => {
    const readOrganisation = vi
      .fn<StartCalls['readOrganisation']>()
      .mockResolvedValueOnce(organisation())
      .mockResolvedValueOnce(organisation({ sessionExpiry: now + 60 * minute - 3 }))
    const made = calls({ readOrganisation, writeClasses: () => Promise.reject(refusedAsActive) })
    expect(await startAttendanceSession(ready, made)).toBe('already-active')
    expect(made.keepExpiry).toHaveBeenCalledExactlyOnceWith(now + 60 * minute - 3)
  })

  test('passes any other refusal on and keeps nothing', async () => {
    const refusal = new Error('The service is busy. Please try again in a moment.')
    const made = calls({ writeClasses: () => Promise.reject(refusal) })
    await expect(startAttendanceSession(ready, made)).rejects.toBe(refusal)
    expect(made.keepExpiry).not.toHaveBeenCalled()
  })
})
