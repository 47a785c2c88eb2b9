import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { describe, expect, test, vi } from 'vitest'
import type { RegistrationCalls } from './register-passkey.ts'
import { registerPasskey } from './register-passkey.ts'

const options = { challenge: 'Y2hhbGxlbmdl' } as PublicKeyCredentialCreationOptionsJSON
const credential = { id: 'credential' } as RegistrationResponseJSON
const passwordTooOld = new Error('You are not allowed to do this.')

function calls(overrides: Partial<RegistrationCalls> = {}) {
  return {
    requestCeremony: vi.fn(async () => options),
    runCeremony: vi.fn(async () => credential),
    verifyCeremony: vi.fn(async () => ({ message: 'Verified!' })),
    isPasswordTooOld: (error: unknown): error is Error => error === passwordTooOld,
    ...overrides,
  }
}

describe('registerPasskey', () => {
  test('hands the server’s options to the ceremony untouched and its credential back', async () => {
    const made = calls()
    expect(await registerPasskey(made)).toEqual({ kind: 'registered' })
    expect(made.runCeremony).toHaveBeenCalledExactlyOnceWith(options)
    expect(made.verifyCeremony).toHaveBeenCalledExactlyOnceWith(credential)
  })

  test('asks for the password when it was given too long ago', async () => {
    const made = calls({ requestCeremony: () => Promise.reject(passwordTooOld) })
    expect(await registerPasskey(made)).toEqual({ kind: 'password-needed', message: passwordTooOld.message })
    expect(made.runCeremony).not.toHaveBeenCalled()
  })

  test('takes any other message for a refusal', async () => {
    const made = calls({ verifyCeremony: async () => ({ message: 'Not verified' }) })
    expect(await registerPasskey(made)).toEqual({ kind: 'not-verified', message: 'Not verified' })
  })

  test('hands the ceremony’s error on and asks the server nothing', async () => {
    const error = new Error('Registration was not completed')
    const made = calls({ runCeremony: () => Promise.reject(error) })
    await expect(registerPasskey(made)).rejects.toBe(error)
    expect(made.verifyCeremony).not.toHaveBeenCalled()
  })
})
