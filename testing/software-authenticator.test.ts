import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { describe, expect, test } from 'vitest'
import {
  type AssertionForgery,
  createSoftwareAuthenticator,
  type RegistrationForgery,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorSettings,
} from './software-authenticator.ts'

const rpID = 'localhost'
const origin = 'http://localhost:8080'
const otherBytes = Buffer.alloc(32, 7).toString('base64url')
const phone = (settings: Partial<SoftwareAuthenticatorSettings> = {}): SoftwareAuthenticator =>
  createSoftwareAuthenticator({ origin, ...settings })

const creationOptions = () =>
  generateRegistrationOptions({ rpName: 'Test', rpID, userName: 'asha', supportedAlgorithmIDs: [-8, -7, -257] })

async function register(authenticator: SoftwareAuthenticator, forged?: RegistrationForgery) {
  const options = await creationOptions()
  return verifyRegistrationResponse({
    response: authenticator.register(options, forged),
    expectedChallenge: options.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [-8, -7, -257],
  })
}

async function registered(authenticator: SoftwareAuthenticator): Promise<WebAuthnCredential> {
  const { registrationInfo } = await register(authenticator)
  if (registrationInfo === undefined) throw new Error('not registered')
  return registrationInfo.credential
}

async function assert(authenticator: SoftwareAuthenticator, credential: WebAuthnCredential, forged?: AssertionForgery) {
  const options = await generateAuthenticationOptions({ rpID, allowCredentials: [{ id: credential.id }] })
  return verifyAuthenticationResponse({
    response: authenticator.assert(options, forged),
    expectedChallenge: options.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential,
    requireUserVerification: true,
  })
}

describe('registration', () => {
  test('is verified, with the authenticator’s own data', async () => {
    const { verified, registrationInfo } = await register(phone(), { aaguid: 'ab'.repeat(16) })
    expect(verified).toBe(true)
    expect(registrationInfo).toMatchObject({
      fmt: 'none',
      userVerified: true,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
      aaguid: 'abababab-abab-abab-abab-abababababab',
      credential: { counter: 0, transports: ['internal', 'hybrid'] },
    })
  })

  test('tells a credential that may be copied from one that may not', async () => {
    const { registrationInfo } = await register(phone({ backupEligible: true }))
    expect(registrationInfo).toMatchObject({ credentialDeviceType: 'multiDevice', credentialBackedUp: true })
  })

  test.each<[string, RegistrationForgery, string]>([
    ['another origin', { origin: 'http://localhost:8081' }, 'Unexpected registration response origin'],
    ['another RP ID', { rpId: 'example.org' }, 'Unexpected RP ID hash'],
    ['another challenge', { challenge: otherBytes }, 'Unexpected registration response challenge'],
    ['the type of an assertion', { type: 'webauthn.get' }, 'Unexpected registration response type'],
    ['no user presence', { userPresent: false }, 'User presence was required'],
    ['no user verification', { userVerified: false }, 'User verification was required'],
    ['backed up but not eligible for it', { backupEligible: false, backedUp: true }, 'Single-device credential'],
  ])('is refused with %s', async (_what, forged, message) => {
    await expect(register(phone(), forged)).rejects.toThrow(message)
  })

  test('fails on a device that holds a credential of the account already', async () => {
    const authenticator = phone()
    const { id } = await registered(authenticator)
    const options = { ...(await creationOptions()), excludeCredentials: [{ id, type: 'public-key' as const }] }
    expect(() => authenticator.register(options)).toThrow(expect.objectContaining({ name: 'InvalidStateError' }))
  })

  test('fails without ES256', async () => {
    const options = { ...(await creationOptions()), pubKeyCredParams: [{ alg: -257, type: 'public-key' as const }] }
    expect(() => phone().register(options)).toThrow(expect.objectContaining({ name: 'NotSupportedError' }))
  })
})

describe('assertion', () => {
  test('is verified, and counts', async () => {
    const authenticator = phone()
    const credential = await registered(authenticator)
    const first = await assert(authenticator, credential)
    expect(first).toMatchObject({ verified: true, authenticationInfo: { newCounter: 1, userVerified: true } })
    const second = await assert(authenticator, { ...credential, counter: 1 })
    expect(second).toMatchObject({ verified: true, authenticationInfo: { newCounter: 2 } })
  })

  test('keeps the counter at 0 if the authenticator has none', async () => {
    const authenticator = phone({ counts: false })
    const credential = await registered(authenticator)
    await assert(authenticator, credential)
    const again = await assert(authenticator, credential)
    expect(again).toMatchObject({ verified: true, authenticationInfo: { newCounter: 0 } })
  })

  test('of a cloned device falls behind the counter of the original', async () => {
    const authenticator = phone()
    const credential = await registered(authenticator)
    const clone = authenticator.clone()
    const { authenticationInfo } = await assert(authenticator, credential)
    const after = { ...credential, counter: authenticationInfo.newCounter }
    await expect(assert(clone, after)).rejects.toThrow('Response counter value 1 was lower than expected 1')
  })

  test.each<[string, AssertionForgery, string]>([
    ['another origin', { origin: 'http://localhost:8081' }, 'Unexpected authentication response origin'],
    ['another RP ID', { rpId: 'example.org' }, 'Unexpected RP ID hash'],
    ['another challenge', { challenge: otherBytes }, 'Unexpected authentication response challenge'],
    ['the type of a registration', { type: 'webauthn.create' }, 'Unexpected authentication response type'],
    ['no user presence', { userPresent: false }, 'User not present'],
    ['no user verification', { userVerified: false }, 'User verification required'],
  ])('is refused with %s', async (_what, forged, message) => {
    const authenticator = phone()
    const credential = await registered(authenticator)
    await expect(assert(authenticator, credential, forged)).rejects.toThrow(message)
  })

  test('is not verified with the signature of another key', async () => {
    const authenticator = phone()
    const [first] = [await registered(authenticator), await registered(authenticator)]
    const other = authenticator.credentials[1]
    if (other === undefined) throw new Error('no second credential')
    const answer = await assert(authenticator, first, { using: other, credentialId: first.id })
    expect(answer.verified).toBe(false)
  })

  test('carries the user handle of the registration, another one, or none', async () => {
    const authenticator = phone()
    const creation = await creationOptions()
    authenticator.register(creation)
    const options = await generateAuthenticationOptions({ rpID })
    expect(authenticator.assert(options).response.userHandle).toBe(creation.user.id)
    expect(authenticator.assert(options, { userHandle: otherBytes }).response.userHandle).toBe(otherBytes)
    expect(authenticator.assert(options, { userHandle: null }).response).not.toHaveProperty('userHandle')
  })

  test('reports when a frame of another page runs it', async () => {
    const authenticator = phone()
    await registered(authenticator)
    const options = await generateAuthenticationOptions({ rpID })
    const { response } = authenticator.assert(options, { crossOrigin: true, topOrigin: 'https://example.org' })
    expect(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).toMatchObject({
      crossOrigin: true,
      topOrigin: 'https://example.org',
    })
  })

  test('fails when no credential here is allowed', async () => {
    const options = await generateAuthenticationOptions({ rpID, allowCredentials: [{ id: otherBytes }] })
    expect(() => phone().assert(options)).toThrow(expect.objectContaining({ name: 'NotAllowedError' }))
  })
})
