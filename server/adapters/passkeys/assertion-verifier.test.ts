import { Worker } from 'node:worker_threads'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import type { AssertionToVerify } from '../../domain/passkeys/verify-assertion.ts'
import { createAssertionVerifier } from './assertion-verifier.ts'

const relyingParty = { id: 'localhost', name: 'Test', origin: 'http://localhost:8080' }
const account = { id: 'asha', userHandle: 'YXNoYQ' }
const challenge = Buffer.alloc(32, 1).toString('base64url')

/** The first use of a new passkey. */
async function makeAssertion(): Promise<AssertionToVerify> {
  const { id: rpId, name, origin } = relyingParty
  const authenticator = createSoftwareAuthenticator({ origin })
  const { registrationInfo } = await verifyRegistrationResponse({
    response: authenticator.register({
      rp: { id: rpId, name },
      user: { id: account.userHandle, name, displayName: name },
      challenge,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    }),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
  })
  if (!registrationInfo) throw new Error('the authenticator made no credential')
  const { id: credentialId, publicKey } = registrationInfo.credential
  return {
    relyingParty,
    // As the call's schema leaves it: plain data.
    credential: structuredClone(authenticator.assert({ challenge, rpId })) as AssertionToVerify['credential'],
    challenge,
    account,
    passkey: {
      accountId: account.id,
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      suspectBecause: null,
      backupEligible: false,
    },
  }
}

const verifier = createAssertionVerifier()
afterEach(() => verifier.close())

test('an assertion is accepted or refused by its signature, however many are checked at once', async () => {
  const right = await makeAssertion()
  const forged = { ...right, passkey: (await makeAssertion()).passkey }
  const wanted = Array.from({ length: 20 }, (_, i) => i % 2 === 0)
  const verified = await Promise.all(wanted.map((isRight) => verifier.verify(isRight ? right : forged)))
  expect(verified.map((assertion) => assertion !== undefined)).toEqual(wanted)
  expect(verified[0]).toEqual({ counter: 1, backupEligible: false, backedUp: false })
})

test('a key that cannot be read fails its own check and no other', async () => {
  const right = await makeAssertion()
  const unreadable = { ...right, passkey: { ...right.passkey, publicKey: '' } }
  const [broken, whole] = await Promise.allSettled([verifier.verify(unreadable), verifier.verify(right)])
  expect(broken.status).toBe('rejected')
  expect(whole).toMatchObject({ status: 'fulfilled', value: { counter: 1 } })
})

test('unanswered checks of a thread that ends fail, and the next assertion gets another thread', async () => {
  const right = await makeAssertion()
  const unanswered = verifier.verify(right)
  verifier.close()
  await expect(unanswered).rejects.toThrow('has ended')
  expect(await verifier.verify(right)).toMatchObject({ counter: 1 })
})

test('the thread gets only what it checks, and never the hash of a password', async () => {
  const needed = await makeAssertion()
  const tell = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => tell.mockRestore())
  const wholeAccount = { ...needed.account, passwordHash: '$argon2id$' }
  const wholePasskey = { ...needed.passkey, name: 'The phone of Asha' }
  expect(await verifier.verify({ ...needed, account: wholeAccount, passkey: wholePasskey })).toBeDefined()
  expect(tell.mock.calls).toEqual([[[{ id: expect.any(Number), assertion: needed }]]])
})
