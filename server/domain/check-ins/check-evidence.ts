import { createPublicKey, verify } from 'node:crypto'
import type { EvidenceFile, EvidenceStatement, InstallationKeys, SigningKey } from '#contract/evidence.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'
import { checkInChallenge } from './challenge.ts'

/** What an evidence file shows, each apart. */
export type CheckedEvidence = {
  readonly file: EvidenceFile
  /** The signature of the passkey fits its public key, and is about this mark. */
  readonly fitsKey: boolean
  /** The installation has signed this file. Undefined: not checked, because its keys were not given. */
  readonly fitsInstallation: boolean | undefined
}

/** What the installation signs of a statement (docs/evidence.md). */
export function signedText(statement: EvidenceStatement): string {
  return `rollkey evidence v1\n${JSON.stringify(statement)}`
}

/**
 * Checks an evidence file without any server. `keys`: those that the installation tells, if they are at hand. The fields
 * must stand in the order of the file.
 */
export async function checkEvidence(file: EvidenceFile, keys?: InstallationKeys): Promise<CheckedEvidence> {
  return { file, fitsKey: await isSignedByPasskey(file), fitsInstallation: keys && isSignedByInstallation(file, keys) }
}

function isSignedByInstallation({ installation, ...statement }: EvidenceFile, { origin, keys }: InstallationKeys) {
  const key = keys.find(({ kid }) => kid === installation.keyId)
  return key !== undefined && origin === statement.origin && isSignedBy(key, signedText(statement), installation)
}

function isSignedBy({ kty, crv, x }: SigningKey, text: string, { signature }: EvidenceFile['installation']): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  // The last letter has bits that say nothing: only one writing of a signature is right.
  if (bytes.toString('base64url') !== signature) return false
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: { kty, crv, x }, format: 'jwk' }), bytes)
  } catch {
    // The key is none.
    return false
  }
}

async function isSignedByPasskey(file: EvidenceFile): Promise<boolean> {
  const { origin, relyingPartyId, organisation, attendanceSession, student, mark, challenge, passkey, assertion } = file
  const { credentialId, publicKey } = passkey
  if (challenge.boundStudentId !== null && challenge.boundStudentId !== student.id) return false
  const verified = await verifyAssertion({
    relyingParty: { id: relyingPartyId, name: '', origin },
    credential: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: assertion,
    },
    challenge: checkInChallenge({
      ...challenge,
      origin,
      organisationId: organisation.id,
      attendanceSessionId: attendanceSession.id,
      way: mark.way,
    }),
    account: { id: student.id, userHandle: '' },
    passkey: {
      accountId: student.id,
      credentialId,
      publicKey,
      isSuspect: false,
      backupEligible: isBackupEligible(assertion.authenticatorData),
    },
  }).catch(() => undefined)
  return verified !== undefined
}

/** The flag BE of authenticator data (WebAuthn L3 §6.1), which stands behind 32 bytes. */
function isBackupEligible(authenticatorData: string): boolean {
  return ((Buffer.from(authenticatorData, 'base64url')[32] ?? 0) & 0x08) !== 0
}
