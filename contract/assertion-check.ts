import { fromBase64url, joinBytes, toBase64url, toBytes } from './bytes.ts'
import { type ImportableKey, readCoseKey } from './cose-key.ts'
import type { EvidenceFile } from './evidence.ts'

/** Checks signatures with WebCrypto alone: the same in a browser and in Node. */

export type SignedAssertion = EvidenceFile['assertion'] & {
  readonly relyingPartyId: string
  readonly origin: string
  /** Base64url. */
  readonly challenge: string
  /** COSE key, base64url. */
  readonly publicKey: string
}

/**
 * Whether an assertion is the key's signature over the challenge, by a verified person on a page of the origin (WebAuthn
 * L3 §7.2). Undefined: this browser does not know the key's algorithm.
 */
export async function assertionFits(assertion: SignedAssertion): Promise<boolean | undefined> {
  try {
    const [authenticatorData, clientData, signature] = [
      assertion.authenticatorData,
      assertion.clientDataJSON,
      assertion.signature,
    ].map(fromBase64url) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
    const key = readCoseKey(fromBase64url(assertion.publicKey))
    if (!key || !isAbout(clientData, assertion)) return false
    if (!(await isByVerifiedPerson(authenticatorData, assertion.relyingPartyId))) return false
    const raw = key.jwk.kty === 'EC' ? toRawSignature(signature) : signature
    return (
      raw !== undefined && (await signatureFits(key, raw, joinBytes([authenticatorData, await digest(clientData)])))
    )
  } catch {
    // A part is no base64url, or no JSON.
    return false
  }
}

/** Undefined: this browser does not know the algorithm. */
export async function signatureFits(
  { jwk, algorithm }: ImportableKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, key, signature, signed)
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false
  }
}

/** SHA-256. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** The browser's own statement: what for, where, and not in a frame of another site. */
function isAbout(clientData: Uint8Array, { challenge, origin }: SignedAssertion): boolean {
  const said: unknown = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(clientData))
  if (typeof said !== 'object' || said === null) return false
  const { type, crossOrigin, topOrigin, ...rest } = said as Readonly<Record<string, unknown>>
  const isTopLevel = (crossOrigin === undefined || crossOrigin === false) && topOrigin === undefined
  return type === 'webauthn.get' && rest.challenge === challenge && rest.origin === origin && isTopLevel
}

const [present, verified, backupEligible, backedUp, attested, extended] = [0x01, 0x04, 0x08, 0x10, 0x40, 0x80]
/** Hash of the domain, flags, counter. */
const authenticatorDataBytes = 37

/** Authenticator data of WebAuthn L3 §6.1. */
async function isByVerifiedPerson(data: Uint8Array, relyingPartyId: string): Promise<boolean> {
  const flags = data[32] ?? 0
  const has = (flag: number) => (flags & flag) !== 0
  const isWhole =
    has(attested) || has(extended) ? data.length > authenticatorDataBytes : data.length === authenticatorDataBytes
  const domain = toBase64url(await digest(toBytes(relyingPartyId)))
  if (!isWhole || toBase64url(data.subarray(0, 32)) !== domain) return false
  return has(present) && has(verified) && (has(backupEligible) || !has(backedUp))
}

const coordinateBytes = 32

/** An ES256 signature is ASN.1 (WebAuthn L3 §6.5.5); WebCrypto takes its two numbers in 32 bytes each. Undefined: it is none. */
function toRawSignature(signature: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [sequence, length, ...rest] = signature
  if (sequence !== 0x30 || length !== rest.length) return undefined
  const numbers: Uint8Array[] = []
  let left = Uint8Array.from(rest)
  while (left.length > 0) {
    const [kind, size = 0] = left
    if (kind !== 0x02 || size === 0 || left.length < 2 + size) return undefined
    const number = left.subarray(2, 2 + size)
    // A first byte of zeros says that the number is positive.
    const digits = size === coordinateBytes + 1 && number[0] === 0 ? number.subarray(1) : number
    if (digits.length > coordinateBytes) return undefined
    numbers.push(new Uint8Array(coordinateBytes - digits.length), digits)
    left = left.slice(2 + size)
  }
  return numbers.length === 4 ? joinBytes(numbers) : undefined
}
