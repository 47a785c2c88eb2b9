import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { describe, expect, test, vi } from 'vitest'
import type { PasskeyReadiness } from '#contract/passkey.ts'
import type { FoundStudent, MarkCalls } from './mark-student.ts'
import { markStudent } from './mark-student.ts'

const student: FoundStudent = { id: 'H8TM2QWC', name: 'Ananya Krishnan', rollNumber: '21CS1004', passKey: true }
const at = 1_795_000_000_000
const options: PublicKeyCredentialRequestOptionsJSON = { challenge: 'Y2hhbGxlbmdl' }
const assertion = { id: 'credential' } as AuthenticationResponseJSON
const refusal = new Error('This student has not registered a passkey yet.')
const unknown = new Error('No user found.')
const notAccepted = new Error('The passkey was not accepted. Please try again.')

function calls(overrides: Partial<MarkCalls> = {}) {
  return {
    begin: vi.fn(async () => ({ student, ceremony: { id: 'check-in', options } })),
    runCeremony: vi.fn(async () => assertion),
    finish: vi.fn(async () => ({ kind: 'marked', at }) as const),
    findStudent: vi.fn(async () => student as FoundStudent | undefined),
    getReadiness: vi.fn(async () => undefined as PasskeyReadiness | undefined),
    isRefusal: (error: unknown) => error === refusal || error === unknown,
    isUnknown: (error: unknown) => error === unknown,
    isAboutPasskey: (_error: unknown) => false,
    isNotAccepted: (error: unknown) => error === notAccepted,
    ...overrides,
  }
}

const mark = (made: MarkCalls, onFound = vi.fn()) => markStudent('21CS1004', made, onFound)

describe('markStudent', () => {
  test('passes the server’s options to the ceremony unchanged, and its assertion back', async () => {
    const made = calls()
    expect(await mark(made)).toEqual({ kind: 'marked', at, student })
    expect(made.runCeremony).toHaveBeenCalledExactlyOnceWith(options)
    expect(made.finish).toHaveBeenCalledExactlyOnceWith('check-in', assertion)
  })

  test('waits for two calls, and looks no student up', async () => {
    const made = calls()
    await mark(made)
    expect(made.begin).toHaveBeenCalledExactlyOnceWith('21CS1004')
    expect(made.findStudent).not.toHaveBeenCalled()
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
    const made = calls({ begin: () => Promise.reject(refusal), findStudent: async () => undefined })
    expect(await mark(made)).toEqual({ kind: 'not-found' })
    expect(made.runCeremony).not.toHaveBeenCalled()
  })

  test('names the student whom a refusal is about, and asks for no passkey', async () => {
    const made = calls({ begin: () => Promise.reject(refusal) })
    const onFound = vi.fn()
    expect(await mark(made, onFound)).toEqual({ kind: 'failed', student, error: refusal })
    expect(onFound).toHaveBeenCalledExactlyOnceWith(student)
    expect(made.runCeremony).not.toHaveBeenCalled()
  })

  test('says that a passkey was not accepted', async () => {
    const made = calls({ finish: () => Promise.reject(notAccepted) })
    expect(await mark(made)).toEqual({ kind: 'not-verified', student })
  })

  test('says that the student is marked already', async () => {
    expect(await mark(calls({ finish: async () => ({ kind: 'already-marked' }) }))).toEqual({
      kind: 'already-marked',
      student,
    })
  })

  test('names the student when the ceremony fails', async () => {
    const error = new Error('Authentication was not completed')
    const made = calls({ runCeremony: () => Promise.reject(error) })
    expect(await mark(made)).toEqual({ kind: 'failed', student, error })
    expect(made.finish).not.toHaveBeenCalled()
  })

  test('asks what the passkey can do where it gave no answer, and not after any other failure', async () => {
    const error = new Error('Authentication was not completed')
    const readiness = { state: 'one-device', heldUntil: null } as const
    const failing = { runCeremony: () => Promise.reject(error), getReadiness: vi.fn(async () => readiness) }
    const about = calls({ ...failing, isAboutPasskey: (thrown) => thrown === error })
    expect(await mark(about)).toEqual({ kind: 'failed', student, error, readiness })
    expect(about.getReadiness).toHaveBeenCalledExactlyOnceWith(student.id)
    const other = calls({ runCeremony: () => Promise.reject(error) })
    expect(await mark(other)).toEqual({ kind: 'failed', student, error })
    expect(other.getReadiness).not.toHaveBeenCalled()
  })

  test('asks until when a passkey is held, where the server refuses it', async () => {
    const readiness = { state: 'held', heldUntil: 1_795_000_000_000 } as const
    const begin = () => Promise.reject(refusal)
    const made = calls({ begin, getReadiness: async () => readiness, isAboutPasskey: (error) => error === refusal })
    expect(await mark(made)).toEqual({ kind: 'failed', student, error: refusal, readiness })
  })

  test('fails without a student when no answer comes', async () => {
    const error = new TypeError('Failed to fetch')
    const made = calls({ begin: () => Promise.reject(error) })
    expect(await mark(made)).toEqual({ kind: 'failed', student: undefined, error })
    expect(made.findStudent).not.toHaveBeenCalled()
  })

  test('fails without a student when the look-up after a refusal fails', async () => {
    const error = new TypeError('Failed to fetch')
    const made = calls({ begin: () => Promise.reject(refusal), findStudent: () => Promise.reject(error) })
    expect(await mark(made)).toEqual({ kind: 'failed', student: undefined, error })
  })

  test('where the screen may look up no student, a refusal names none, and an unknown one is said to be so', async () => {
    const { findStudent: _, getReadiness: __, ...paired } = calls()
    const refusing = (error: Error) => ({ ...paired, begin: vi.fn(async () => Promise.reject(error)) })
    expect(await mark(refusing(refusal))).toEqual({ kind: 'failed', student: undefined, error: refusal })
    expect(await mark(refusing(unknown))).toEqual({ kind: 'not-found' })
    expect(await mark(paired)).toEqual({ kind: 'marked', at, student })
  })
})
