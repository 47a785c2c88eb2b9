import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { type ScreenProof, type SignedRequest, screenProofText } from '#contract/screen-proof.ts'

/** The signed requests of paired screens (decision 41). */

/** How old a request may be when it comes: longer than a slow network keeps it. Milliseconds. */
const maxAgeMs = 30_000
/** A screen has its time from an answer, so it is behind by the answer's way. Milliseconds. */
const maxAheadMs = 1_000

/** Of a signature on the curve P-256 (IEEE P1363: r, then s). */
const bytesOfR = 32

/** A request as it came: what is signed, and the signature. */
export type ScreenRequest = SignedRequest & ScreenProof & { readonly signature: string }

/** SHA-256 of a body's bytes. */
export function hashBody(body: Buffer | string): string {
  return hash('sha256', body, 'base64url')
}

/** A key that a browser sent. Undefined for anything but a point of the curve P-256. */
export function readScreenKey(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

export function isSignedBy(publicKey: string, request: ScreenRequest): boolean {
  const key = readScreenKey(publicKey)
  if (!key) return false
  const signature = Buffer.from(request.signature, 'base64url')
  return verify('sha256', Buffer.from(screenProofText(request, request)), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** `now`: epoch ms of the database's clock. */
export function isTimely({ time }: ScreenProof, now: number): boolean {
  return time > now - maxAgeMs && time <= now + maxAheadMs
}

type Newest = { readonly counter: number; readonly signature: string; readonly lastSeenAt: number | null }

/**
 * Whether a request whose counter is not the highest comes from a second browser. In one browser a later request has a
 * higher counter. A network may send a request twice, or deliver it after a younger one: then it was signed in the same
 * act, or before the younger one came.
 */
export function isOfSecondBrowser(request: ScreenProof & { readonly signature: string }, newest: Newest): boolean {
  if (request.counter === newest.counter) return !isOfSameSigning(request.signature, newest.signature)
  return request.time >= (newest.lastSeenAt ?? 0)
}

/**
 * Whether two signatures, both right, come from one act of signing. An ECDSA signature (r, s) is right as (r, n − s), too,
 * and anyone can write it so; each act of signing has an r of its own (FIPS 186-5, 6.4).
 */
function isOfSameSigning(one: string, other: string): boolean {
  const readR = (signature: string) => Buffer.from(signature, 'base64url').subarray(0, bytesOfR)
  return readR(one).equals(readR(other))
}
