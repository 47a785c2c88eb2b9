import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { describe, expect, test, vi } from 'vitest'
import type { PasskeyReadiness } from '#contract/passkey.ts'
import type { FoundStudent, MarkCalls } from './mark-student.ts'
import { markStudent } from './mark-student.ts'

const now = 1_800_000_000_000
const student: FoundStudent = {
  $id: 'H8TM2QWC',
  firstName: 'Ananya',
  lastName: 'Krishnan',
  rollNumber: '21CS1004',
  attendance: '{"K7QF3M9T":{"total":40,"expiryTime":5}}',
}
const options: PublicKeyCredentialRequestOptionsJSON = { challenge: 'Y2hhbGxlbmdl' }
const assertion = { id: 'credential' } as AuthenticationResponseJSON
const alreadyMarked = new Error('Attendance has already been marked')

function calls(overrides: Partial<MarkCalls> = {}) {
  return {
    findStudent: vi.fn(async () => student as FoundStudent | undefined),
    requestCeremony: vi.fn(async () => options),
    runCeremony: vi.fn(async () => assertion),
    verifyCeremony: vi.fn(async () => true),
    writeAttendance: vi.fn(async () => undefined),
    getReadiness: vi.fn(async () => undefined as PasskeyReadiness | undefined),
    isAboutPasskey: (_error: unknown) => false,
    isAlreadyMarked: (error: unknown) => error === alreadyMarked,
    now: () => now,
    ...overrides,
  }
}

const mark = (made: MarkCalls, onFound = vi.fn()) => markStudent('21CS1004', 'K7QF3M9T', made, onFound)

describe('markStudent', () => {
  test('passes the server’s options to the ceremony unchanged, and its assertion back', async () => {
    const made = calls()
    expect(await mark(made)).toEqual({ kind: 'marked', student })
    expect(made.runCeremony).toHaveBeenCalledExactlyOnceWith(options)
    expect(made.verifyCeremony).toHaveBeenCalledExactlyOnceWith('H8TM2QWC', assertion)
  })

  test('asks for exactly one more mark in this organisation', async () => {
    const made = calls()
    await mark(made)
    expect(made.writeAttendance).toHaveBeenCalledExactlyOnceWith(
      'H8TM2QWC',
      `{"K7QF3M9T":{"total":41,"expiryTime":${now + 3_600_000}}}`,
    )
  })

  test('reports the student before the ceremony begins', async () => {
    const told: string[] = []
    const runCeremony = vi.fn(async () => {
      told.push('ceremony')
      return assertion
    })
    await mark(
      calls({ runCeremony }),
      vi.fn(() => told.push('student')),
    )
    expect(told).toEqual(['student', 'ceremony'])
  })

  test('stops when no student has this roll number or email', async () => {
    const made = calls({ findStudent: async () => undefined })
    expect(await mark(made)).toEqual({ kind: 'not-found' })
    expect(made.requestCeremony).not.toHaveBeenCalled()
  })

  test('writes nothing when the server does not accept the assertion', async () => {
    const made = calls({ verifyCeremony: async () => false })
    expect(await mark(made)).toEqual({ kind: 'not-verified', student })
    expect(made.writeAttendance).not.toHaveBeenCalled()
  })

  test('sends the request even when its own clock says that the window is open', async () => {
    const marked = { ...student, attendance: `{"K7QF3M9T":{"total":40,"expiryTime":${now + 1}}}` }
    const made = calls({ findStudent: async () => marked, writeAttendance: vi.fn(() => Promise.reject(alreadyMarked)) })
    expect(await mark(made)).toEqual({ kind: 'already-marked', student: marked })
    expect(made.writeAttendance).toHaveBeenCalledOnce()
  })

  test('names the student when the ceremony fails', async () => {
    const error = new Error('Authentication was not completed')
    const made = calls({ runCeremony: () => Promise.reject(error) })
    expect(await mark(made)).toEqual({ kind: 'failed', student, error })
    expect(made.verifyCeremony).not.toHaveBeenCalled()
  })

  test('asks what the passkey can do where it gave no answer, and not after any other failure', async () => {
    const error = new Error('Authentication was not completed')
    const readiness = { state: 'one-device', heldUntil: null } as const
    const failing = { runCeremony: () => Promise.reject(error), getReadiness: vi.fn(async () => readiness) }
    const about = calls({ ...failing, isAboutPasskey: (thrown) => thrown === error })
    expect(await mark(about)).toEqual({ kind: 'failed', student, error, readiness })
    expect(about.getReadiness).toHaveBeenCalledExactlyOnceWith(student.$id)
    const other = calls({ runCeremony: () => Promise.reject(error) })
    expect(await mark(other)).toEqual({ kind: 'failed', student, error })
    expect(other.getReadiness).not.toHaveBeenCalled()
  })

  test('fails without a student when the look-up fails', async () => {
    const error = new TypeError('Failed to fetch')
    expect(await mark(calls({ findStudent: () => Promise.reject(error) }))).toEqual({
      kind: 'failed',
      student: undefined,
      error,
    })
  })
})
