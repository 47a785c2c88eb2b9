import { hash } from 'node:crypto'
import { type CheckInFacts, encodeFacts } from '#contract/check-in-facts.ts'
import type { EvidenceFile, EvidenceStatement, InstallationKeys } from '#contract/evidence.ts'
import { signedText } from '#contract/evidence-check.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { encodeCbor } from './encode-cbor.ts'
import {
  type AssertionForgery,
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorSettings,
  toCoseKey,
} from './software-authenticator.ts'

const origin = 'https://rollkey.example'
const relyingPartyId = 'rollkey.example'
const installationKey = createInstallationKey([Buffer.alloc(32, 7)])

/** The keys of the installation that `makeEvidence` stands for. */
export const evidenceKeys: InstallationKeys = { origin, keys: installationKey.publicKeys }

type MadeEvidence = {
  readonly algorithm: NonNullable<SoftwareAuthenticatorSettings['algorithm']>
  /** What the authenticator, or the browser before it, does otherwise. */
  readonly forged?: AssertionForgery
  readonly standing?: EvidenceFile['passkey']['standing']
  /** Of a session of a course; without it a class. */
  readonly course?: { readonly id: string; readonly code: string; readonly title: string }
}

/** An evidence file as an installation writes it, without a server. */
export function makeEvidence({ algorithm, forged, standing = 'registered', course }: MadeEvidence): EvidenceFile {
  const authenticator = createSoftwareAuthenticator({ origin, algorithm, counts: false, backupEligible: true })
  const facts: CheckInFacts = {
    nonce: Buffer.alloc(32, 1).toString('base64url'),
    origin,
    organisationId: 'K7QF3M9T',
    attendanceSessionId: '0190b5a2-5c1e-7a3f-9c1d-2f6f1d3e4a5b',
    boundStudentId: '7MWX4RCN',
    way: 'room-code',
    place: '179541729',
    begunAt: 1_795_417_290_123,
  }
  const { id: credentialId } = authenticator.register({
    rp: { id: relyingPartyId, name: 'Rollkey' },
    user: { id: 'AAAA', name: 'student', displayName: 'student' },
    challenge: 'AAAA',
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
  })
  const [credential] = authenticator.credentials
  if (!credential) throw new Error('the authenticator made no credential')
  const challenge = hash('sha256', encodeFacts(facts), 'base64url')
  const { response } = authenticator.assert({ challenge, rpId: relyingPartyId }, forged)
  const of = {
    writtenAt: facts.begunAt + 60_000,
    origin,
    relyingPartyId,
    organisation: { id: facts.organisationId, name: 'Sunrise College' },
    attendanceSession: { id: facts.attendanceSessionId, number: 12, startedAt: facts.begunAt - 90_000 },
  }
  const about = {
    student: { id: '7MWX4RCN', name: 'Asha Rao', rollNumber: '21-CS-014' },
    mark: { way: facts.way, markedAt: facts.begunAt + 4_000, isWithdrawn: false },
    challenge: {
      nonce: facts.nonce,
      boundStudentId: facts.boundStudentId,
      place: facts.place,
      begunAt: facts.begunAt,
    },
    passkey: { credentialId, publicKey: encodeCbor(toCoseKey(credential.publicKey)).toString('base64url'), standing },
    assertion: {
      authenticatorData: response.authenticatorData,
      clientDataJSON: response.clientDataJSON,
      signature: response.signature,
    },
  }
  const statement: EvidenceStatement = course
    ? { format: 'rollkey evidence v2', ...of, course, ...about }
    : { format: 'rollkey evidence v1', ...of, ...about }
  return { ...statement, installation: installationKey.sign(signedText(statement)) }
}
