import { assertionFits, digest, signatureFits } from './assertion-check.ts'
import { fromBase64url, toBase64url, toBytes } from './bytes.ts'
import { encodeFacts } from './check-in-facts.ts'
import {
  type EvidenceFile,
  type EvidenceStatement,
  evidenceFile,
  type InstallationKeys,
  type SigningKey,
} from './evidence.ts'

/**
 * The check of an evidence file, without any server. The page /verify and the operator's command run this one
 * (docs/evidence.md).
 */

/** What an evidence file shows, each apart. Undefined: not checked. */
export type CheckedEvidence = {
  readonly file: EvidenceFile
  /** The signature of the passkey fits its public key, and is about this mark. */
  readonly fitsKey: boolean | undefined
  /** The installation has signed this file. */
  readonly fitsInstallation: boolean | undefined
  readonly owner: KeyOwner
}

/**
 * What is known of whose key it is: the standing that the installation has signed, or why there is none. 'no-keys': the
 * installation's keys were not given. 'no-algorithm': this browser cannot check with them.
 */
export type KeyOwner = EvidenceFile['passkey']['standing'] | 'not-signed' | 'no-keys' | 'no-algorithm'

/** 'sound': all of it was checked and fits. 'wrong': something does not. 'partly': what was checked fits. */
export type Verdict = 'sound' | 'wrong' | 'partly'

export function judge({ fitsKey, owner }: CheckedEvidence): Verdict {
  if (fitsKey === false || owner === 'not-signed' || owner === 'unknown') return 'wrong'
  return fitsKey && owner === 'registered' ? 'sound' : 'partly'
}

/** What the installation signs of a statement. */
export function signedText(statement: EvidenceStatement): string {
  return `${statement.format}\n${JSON.stringify(statement)}`
}

/** Why a text is no evidence file: another program has written the same fields again, or it is something else. */
export type NoEvidence = 'rewritten' | 'other'

/**
 * A file holds the bytes that the installation sent, at most with one line feed behind them: another writing of them
 * would not fit the signature.
 */
export function readEvidence(text: string): EvidenceFile | NoEvidence {
  try {
    const read: unknown = JSON.parse(text)
    if (!evidenceFile.safeParse(read).success) return 'other'
    // Not the schema's output: its fields might stand in another order, and the order is signed.
    return JSON.stringify(read) === text.replace(/\n$/, '') ? (read as EvidenceFile) : 'rewritten'
  } catch {
    // It is not even JSON.
    return 'other'
  }
}

/** `keys`: those that the installation tells, if they are at hand. The fields must stand in the order of the file. */
export async function checkEvidence(file: EvidenceFile, keys?: InstallationKeys): Promise<CheckedEvidence> {
  const fitsInstallation = keys && (await isSignedByInstallation(file, keys))
  return {
    file,
    fitsKey: await isSignedByPasskey(file),
    fitsInstallation,
    owner: ownerOf(file, keys, fitsInstallation),
  }
}

function ownerOf(file: EvidenceFile, keys: InstallationKeys | undefined, fits: boolean | undefined): KeyOwner {
  if (!keys) return 'no-keys'
  if (fits === undefined) return 'no-algorithm'
  return fits ? file.passkey.standing : 'not-signed'
}

/** Whether the keys are those of the installation that was served at this origin. */
export const areKeysOf = ({ origin, earlierOrigins = [] }: Omit<InstallationKeys, 'keys'>, asked: string): boolean =>
  origin === asked || earlierOrigins.includes(asked)

async function isSignedByInstallation({ installation, ...statement }: EvidenceFile, known: InstallationKeys) {
  const key = known.keys.find(({ kid }) => kid === installation.keyId)
  if (key === undefined || !areKeysOf(known, statement.origin)) return false
  return isSignedBy(key, signedText(statement), installation.signature)
}

async function isSignedBy({ kty, crv, x }: SigningKey, text: string, signature: string): Promise<boolean | undefined> {
  try {
    const bytes = fromBase64url(signature)
    // The last letter has bits that say nothing: only one writing of a signature is right.
    if (toBase64url(bytes) !== signature) return false
    return await signatureFits({ jwk: { kty, crv, x }, algorithm: { name: 'Ed25519' } }, bytes, toBytes(text))
  } catch {
    // It is no base64url.
    return false
  }
}

async function isSignedByPasskey(file: EvidenceFile): Promise<boolean | undefined> {
  const { origin, relyingPartyId, organisation, attendanceSession, student, mark, challenge, passkey, assertion } = file
  if (challenge.boundStudentId !== null && challenge.boundStudentId !== student.id) return false
  try {
    const facts = encodeFacts({
      ...challenge,
      origin,
      organisationId: organisation.id,
      attendanceSessionId: attendanceSession.id,
      way: mark.way,
    })
    const expected = toBase64url(await digest(facts))
    const { publicKey } = passkey
    return await assertionFits({ ...assertion, relyingPartyId, origin, challenge: expected, publicKey })
  } catch {
    // The nonce is no base64url.
    return false
  }
}
