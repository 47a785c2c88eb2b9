import { expect, test } from 'vitest'
import type { SignedFacts } from '#contract/check-in-facts.ts'
import { checkInChallenge } from '#server/domain/marks/challenge.ts'
import { makePasskey } from '#testing/make-passkey.ts'
import { signatureFits } from './signature-fits.ts'

const origin = 'http://localhost:8080'
const relyingParty = { id: 'localhost', name: 'Rollkey', origin }
const facts: SignedFacts = {
  nonce: Buffer.alloc(32, 7).toString('base64url'),
  origin,
  organisationId: 'institute',
  attendanceSessionId: 'session',
  boundStudentId: null,
  way: 'roll-call',
  place: 'AAAA',
  begunAt: 1,
  reason: '',
}

test('a signature without evidence fits whatever the passkey was, one with evidence the same passkey alone', async () => {
  for (const backupEligible of [false, true]) {
    const { authenticator, credentialId, publicKey, userHandle } = await makePasskey(origin)
    const asked = { challenge: checkInChallenge(facts), rpId: 'localhost' }
    const { response } = authenticator.assert(asked, { backupEligible })
    const stored = {
      credential_id: credentialId,
      public_key: Buffer.from(publicKey).toString('base64url'),
      authenticator_data: response.authenticatorData,
      client_data: response.clientDataJSON,
      signature: response.signature,
    }
    const account = { id: 'ravi', userHandle }
    const fits = (evidence: string | null, signed = facts) =>
      signatureFits(relyingParty, account, signed, { ...stored, evidence })
    expect(await fits(null)).toBe(true)
    expect(await fits(JSON.stringify({ backupEligible }))).toBe(true)
    expect(await fits(JSON.stringify({ backupEligible: !backupEligible }))).toBe(false)
    expect(await fits(null, { ...facts, place: 'BBBB' })).toBe(false)
  }
})
