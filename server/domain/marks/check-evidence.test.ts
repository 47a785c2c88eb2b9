import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCoseKey } from '#contract/cose-key.ts'
import { type EvidenceFile, installationKeys } from '#contract/evidence.ts'
import { checkEvidence, judge, readEvidence } from '#contract/evidence-check.ts'
import { evidenceKeys, makeEvidence } from '#testing/make-evidence.ts'
import type { AssertionForgery } from '#testing/software-authenticator.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'
import { checkInChallenge } from './challenge.ts'

const algorithms = ['ES256', 'EdDSA', 'RS256'] as const

/** What the server's own check says, which a library does. */
async function fitsForServer(file: EvidenceFile): Promise<boolean> {
  const { origin, relyingPartyId, organisation, attendanceSession, student, mark, challenge, passkey, assertion } = file
  const account = { id: student.id, userHandle: '' }
  const facts = {
    ...challenge,
    origin,
    organisationId: organisation.id,
    attendanceSessionId: attendanceSession.id,
    way: mark.way,
  }
  const { credentialId, publicKey } = passkey
  const verified = await verifyAssertion({
    relyingParty: { id: relyingPartyId, name: '', origin },
    credential: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: assertion,
    },
    challenge: checkInChallenge(facts),
    account,
    passkey: { accountId: student.id, credentialId, publicKey, suspectBecause: null, backupEligible: true },
  })
  return typeof verified === 'object'
}

describe.each(algorithms)('the check of evidence that is signed with %s', (algorithm) => {
  test('finds that it fits', async () => {
    const file = makeEvidence({ algorithm })
    const checked = await checkEvidence(file, evidenceKeys)
    expect(checked).toMatchObject({ fitsKey: true, fitsInstallation: true, owner: 'registered' })
    expect(judge(checked)).toBe('sound')
  })

  test('fits many signatures in a row, as long as their numbers are', async () => {
    for (let turn = 0; turn < (algorithm === 'ES256' ? 300 : 3); turn += 1) {
      expect(await checkEvidence(makeEvidence({ algorithm }))).toMatchObject({ fitsKey: true })
    }
  })

  test.each<[string, AssertionForgery, boolean]>([
    ['nothing else', {}, true],
    ['another origin', { origin: 'https://other.example' }, false],
    ['another challenge', { challenge: 'AAAA' }, false],
    ['a registration', { type: 'webauthn.create' }, false],
    ['a frame of another site', { crossOrigin: true }, false],
    ['a frame below another site', { topOrigin: 'https://other.example' }, false],
    ['another domain', { rpId: 'other.example' }, false],
    ['no person present', { userPresent: false }, false],
    ['an unverified person', { userVerified: false }, false],
    ['a copy of what is never copied', { backupEligible: false, backedUp: true }, false],
    ['bytes behind the authenticator data', { trailing: Buffer.from('more') }, false],
    ['client data with a mark of byte order', { rewriteClientData: (honest) => `\uFEFF${honest}` }, false],
    ['client data that is no JSON', { rewriteClientData: () => 'null' }, false],
    ['a signature that is none', { signature: 'AAAA' }, false],
  ])('finds what the server finds in one over %s', async (_what, forged, fits) => {
    const file = makeEvidence({ algorithm, forged })
    expect(await checkEvidence(file)).toMatchObject({ fitsKey: fits })
    expect(await fitsForServer(file)).toBe(fits)
  })

  test.each<[string, (file: EvidenceFile) => object]>([
    ['a shortened signature', ({ assertion }) => ({ ...assertion, signature: assertion.signature.slice(0, -4) })],
    ['a longer signature', ({ assertion }) => ({ ...assertion, signature: `${assertion.signature}AAAA` })],
    ['authenticator data of another', ({ assertion }) => ({ ...assertion, authenticatorData: 'AAAA' })],
    ['client data of another', ({ assertion }) => ({ ...assertion, clientDataJSON: 'e30' })],
    ['text that is no base64url', ({ assertion }) => ({ ...assertion, signature: 'A' })],
  ])('refuses %s', async (_what, change) => {
    const file = makeEvidence({ algorithm })
    const changed = { ...file, assertion: change(file) } as EvidenceFile
    expect(await checkEvidence(changed)).toMatchObject({ fitsKey: false })
    expect(await fitsForServer(changed)).toBe(false)
  })

  test('reads the key as Node does', () => {
    const { passkey } = makeEvidence({ algorithm })
    const bytes = Buffer.from(passkey.publicKey, 'base64url')
    const jwk = readCoseKey(bytes)?.jwk
    expect(createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ format: 'jwk' })).toEqual(jwk)
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readCoseKey(bytes.subarray(0, length)), String(length)).toBeUndefined()
    }
    expect(readCoseKey(Buffer.concat([bytes, Buffer.of(0)]))).toBeUndefined()
  })
})

describe('whose key it is', () => {
  test.each(['removed', 'unknown'] as const)('is what the installation says: %s', async (standing) => {
    const checked = await checkEvidence(makeEvidence({ algorithm: 'ES256', standing }), evidenceKeys)
    expect([checked.owner, judge(checked)]).toEqual([standing, standing === 'removed' ? 'partly' : 'wrong'])
  })

  test('is not known without the installation’s keys, and not of a file that it has not signed', async () => {
    const file = makeEvidence({ algorithm: 'ES256' })
    const alone = await checkEvidence(file)
    expect([alone.owner, judge(alone)]).toEqual(['no-keys', 'partly'])
    const renamed = await checkEvidence({ ...file, student: { ...file.student, name: 'Bala' } }, evidenceKeys)
    expect([renamed.owner, judge(renamed)]).toEqual(['not-signed', 'wrong'])
  })
})

describe('the sample files', () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../testing/evidence-samples/${name}.json`, import.meta.url), 'utf8')
  const keys = installationKeys.parse(JSON.parse(read('keys')))

  test.each(['es256', 'eddsa', 'rs256', 'course'])('of %s fit', async (name) => {
    const file = readEvidence(read(name))
    if (typeof file === 'string') throw new Error(file)
    expect(judge(await checkEvidence(file, keys))).toBe('sound')
  })

  test('are told from the same fields written by another program, and from other files', () => {
    expect(readEvidence(JSON.stringify(JSON.parse(read('es256')), null, 2))).toBe('rewritten')
    for (const text of ['', 'null', '{}', '[]', read('keys'), read('es256').slice(0, -9)])
      expect(readEvidence(text), text).toBe('other')
  })
})
