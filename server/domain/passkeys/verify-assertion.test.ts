import { expect, test } from 'vitest'
import { makePasskey } from '#testing/make-passkey.ts'
import type { AssertionForgery } from '#testing/software-authenticator.ts'
import type { SuspectCause } from './stores.ts'
import { type AssertionToVerify, verifyAssertion } from './verify-assertion.ts'

const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const challenge = Buffer.alloc(32, 1).toString('base64url')

/** The first use of a new passkey, with an answer or a stored passkey that is not as it should be. */
async function verify(
  forged: AssertionForgery = {},
  stored: Partial<AssertionToVerify['passkey']> = {},
  mustNameAccount = false,
): ReturnType<typeof verifyAssertion> {
  const { authenticator, userHandle, credentialId, publicKey } = await makePasskey(relyingParty.origin)
  const answer = authenticator.assert({ challenge, rpId: relyingParty.id }, forged)
  return verifyAssertion({
    relyingParty,
    credential: answer as AssertionToVerify['credential'],
    challenge,
    mustNameAccount,
    account: { id: 'asha', userHandle },
    passkey: {
      accountId: 'asha',
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      suspectBecause: null,
      backupEligible: false,
      ...stored,
    },
  })
}

test('an honest answer proves what the authenticator says', async () => {
  expect(await verify()).toEqual({ counter: 1, backupEligible: false, backedUp: false })
  expect(await verify({ userHandle: null })).toBeDefined()
})

test('an empty user handle counts as none', async () => {
  expect(await verify({ userHandle: '' })).toBeDefined()
})

test.each([null, ''])('a passkey that must say whose it is, and says %j, proves nothing', async (userHandle) => {
  expect(await verify({ userHandle }, {}, true)).toBeUndefined()
  expect(await verify({}, {}, true)).toBeDefined()
})

test.each<[string, AssertionForgery]>([
  ['without user verification', { userVerified: false }],
  ['without a person', { userPresent: false }],
  ['to another challenge', { challenge: Buffer.alloc(32, 2).toString('base64url') }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['on another page', { origin: 'http://localhost:1' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['with the user handle of another account', { userHandle: 'YmFsYQ' }],
])('an answer %s proves nothing', async (_how, forged) => {
  expect(await verify(forged)).toBeUndefined()
})

test.each<[string, AssertionForgery, Partial<AssertionToVerify['passkey']>, SuspectCause]>([
  ['that can be copied now', { backupEligible: true }, {}, 'backup-eligibility'],
  ['that could be copied before', {}, { backupEligible: true }, 'backup-eligibility'],
  ['whose counter went back', {}, { suspectBecause: 'counter' }, 'counter'],
  ['that was changed for a while', {}, { suspectBecause: 'backup-eligibility' }, 'backup-eligibility'],
  ['that was copied and has changed', { backupEligible: true }, { suspectBecause: 'counter' }, 'backup-eligibility'],
])('a right signature of a key %s says why it proves nothing', async (_which, forged, stored, cause) => {
  expect(await verify(forged, stored)).toBe(cause)
  expect(await verify({ ...forged, signature: Buffer.alloc(70, 3).toString('base64url') }, stored)).toBeUndefined()
})

test('a passkey of another account proves nothing', async () => {
  expect(await verify({}, { accountId: 'bala' })).toBeUndefined()
})
