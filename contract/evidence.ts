import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import type { ReadOnly } from './read-only.ts'

/** The evidence of one mark as a file, for a person without an account here (docs/evidence.md). Times are epoch ms. */

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/**
 * What the installation says of the key. 'registered': it is a passkey of the student. 'removed': a passkey of this
 * credential id was the student's, and is removed. 'unknown': neither.
 */
const keyStanding = z.enum(['registered', 'removed', 'unknown'])

/** Of a class. The signature is over the fields in this order: a new field is a new format. */
const classStatement = z.strictObject({
  format: z.literal('rollkey evidence v1'),
  writtenAt: timeAnswer,
  origin: z.string(),
  relyingPartyId: z.string(),
  organisation: z.strictObject({ id: idAnswer, name: z.string() }),
  attendanceSession: z.strictObject({ id: idAnswer, number: countAnswer, startedAt: timeAnswer }),
  student: z.strictObject({ id: idAnswer, name: z.string(), rollNumber: z.string() }),
  mark: z.strictObject({
    way: wayOfMark,
    markedAt: timeAnswer,
    /** The institute has decided that it does not count. */
    isWithdrawn: z.boolean(),
  }),
  /** With origin, organisation, session and way: the facts behind the challenge. */
  challenge: z.strictObject({
    nonce: base64url,
    boundStudentId: idAnswer.nullable(),
    place: z.string(),
    begunAt: timeAnswer,
  }),
  passkey: z.strictObject({
    credentialId: base64url,
    /** COSE key. */
    publicKey: base64url,
    standing: keyStanding,
  }),
  assertion: z.strictObject({ authenticatorData: base64url, clientDataJSON: base64url, signature: base64url }),
})

/** Of a session of a course. The student's key signed the session; which course that is, is the institute's claim. */
const courseStatement = z.strictObject({
  ...classStatement.shape,
  format: z.literal('rollkey evidence v2'),
  course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }),
})
export type EvidenceStatement = ReadOnly<typeof classStatement> | ReadOnly<typeof courseStatement>

/** Ed25519, by the key of this id at /.well-known/rollkey-key. */
const installationSignature = z.strictObject({ keyId: base64url, signature: base64url })

/** GET /sessions/:sessionId/people/:personId/evidence, GET /own/evidence/:sessionId */
export const evidenceFile = z.discriminatedUnion('format', [
  z.strictObject({ ...classStatement.shape, installation: installationSignature }),
  z.strictObject({ ...courseStatement.shape, installation: installationSignature }),
])
export type EvidenceFile = ReadOnly<typeof evidenceFile>

/** A public key of an installation as a JSON Web Key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
const signingKey = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: base64url,
  kid: base64url,
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
})
export type SigningKey = ReadOnly<typeof signingKey>

/**
 * GET /.well-known/rollkey-key: the newest key first, and older ones whose signatures still count. `earlierOrigins`: where the
 * installation was served before; absent where it never moved.
 */
export const installationKeys = z.strictObject({
  origin: z.string(),
  earlierOrigins: z.array(z.string()).optional(),
  keys: z.array(signingKey).min(1),
})
export type InstallationKeys = ReadOnly<typeof installationKeys>

/** Where an installation tells its public keys. */
export const installationKeysPath = '/.well-known/rollkey-key'
