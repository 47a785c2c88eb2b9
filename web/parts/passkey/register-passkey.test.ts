import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { describe, expect, test, vi } from 'vitest'
import type { RegistrationCalls } from './register-passkey.ts'
import { registerPasskey } from './register-passkey.ts'

const options = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'attend.example.org' },
} as PublicKeyCredentialCreationOptionsJSON
const credential = { id: 'credential' } as RegistrationResponseJSON

function calls(overrides: Partial<RegistrationCalls> = {}) {
  return {
    requestCeremony: vi.fn(async () => options),
    runCeremony: vi.fn(async () => credential),
    verifyCeremony: vi.fn(async () => ({ message: 'Verified!' })),
    isRefusal: () => true,
    forget: vi.fn(),
    ...overrides,
  }
}

describe('registerPasskey', () => {
  test('passes the server’s options to the ceremony unchanged, and its credential back', async () => {
    const made = calls()
    expect(await registerPasskey(made)).toEqual({ kind: 'registered' })
    expect(made.runCeremony).toHaveBeenCalledExactlyOnceWith(options)
    expect(made.verifyCeremony).toHaveBeenCalledExactlyOnceWith(credential)
    expect(made.forget).not.toHaveBeenCalled()
  })

  test('runs no ceremony that the server refuses to begin', async () => {
    const refused = new Error('Please confirm that it is you.')
    const made = calls({ requestCeremony: () => Promise.reject(refused) })
    await expect(registerPasskey(made)).rejects.toBe(refused)
    expect(made.runCeremony).not.toHaveBeenCalled()
  })

  test('treats any other message as a refusal, and lets the authenticator forget the credential', async () => {
    const made = calls({ verifyCeremony: async () => ({ message: 'Not verified' }) })
    expect(await registerPasskey(made)).toEqual({ kind: 'not-verified', message: 'Not verified' })
    expect(made.forget).toHaveBeenCalledExactlyOnceWith('attend.example.org', 'credential')
  })

  test('lets the authenticator forget what the server refused', async () => {
    const refused = new Error('This request is no longer valid. Please start again.')
    const made = calls({ verifyCeremony: () => Promise.reject(refused) })
    await expect(registerPasskey(made)).rejects.toBe(refused)
    expect(made.forget).toHaveBeenCalledExactlyOnceWith('attend.example.org', 'credential')
  })

  test('keeps the credential when the server’s answer was lost: it may have been accepted', async () => {
    const lost = new Error('Network request failed')
    const made = calls({ verifyCeremony: () => Promise.reject(lost), isRefusal: () => false })
    await expect(registerPasskey(made)).rejects.toBe(lost)
    expect(made.forget).not.toHaveBeenCalled()
  })

  test('passes the ceremony’s error on and sends no request', async () => {
    const error = new Error('Registration was not completed')
    const made = calls({ runCeremony: () => Promise.reject(error) })
    await expect(registerPasskey(made)).rejects.toBe(error)
    expect(made.verifyCeremony).not.toHaveBeenCalled()
  })
})
