import { toBase64url } from './bytes.ts'

/** A public key as WebCrypto takes it, with its algorithm. */
export type ImportableKey = {
  readonly jwk: { readonly kty: string; readonly crv?: string; readonly [part: string]: string | undefined }
  readonly algorithm: { readonly name: string; readonly namedCurve?: string; readonly hash?: string }
}

type Parameters = ReadonlyMap<number, number | Uint8Array>

/** COSE labels (RFC 9052 §7.1). EC2, OKP and RSA use the negative ones each in their own way. */
const [algorithmLabel, firstLabel, secondLabel, thirdLabel] = [3, -1, -2, -3]

/**
 * Reads a COSE_Key of the three algorithms that passkeys here have: ES256, EdDSA and RS256. Undefined for any other
 * bytes.
 */
export function readCoseKey(bytes: Uint8Array): ImportableKey | undefined {
  const key = readMap(bytes)
  const [first, second, third] = [firstLabel, secondLabel, thirdLabel].map((label) => textOf(key?.get(label)))
  switch (key?.get(algorithmLabel)) {
    case -7:
      if (key.get(firstLabel) !== 1 || second === undefined || third === undefined) return undefined
      return {
        jwk: { kty: 'EC', crv: 'P-256', x: second, y: third },
        algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
      }
    case -8:
      if (key.get(firstLabel) !== 6 || second === undefined) return undefined
      return { jwk: { kty: 'OKP', crv: 'Ed25519', x: second }, algorithm: { name: 'Ed25519' } }
    case -257:
      if (first === undefined || second === undefined) return undefined
      return {
        jwk: { kty: 'RSA', n: first, e: second },
        algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      }
    default:
      return undefined
  }
}

const textOf = (value: number | Uint8Array | undefined) =>
  value instanceof Uint8Array ? toBase64url(value) : undefined

/** CBOR (RFC 8949) as far as such a key has it: one map of whole numbers to whole numbers or bytes, and nothing behind it. */
function readMap(bytes: Uint8Array): Parameters | undefined {
  const map = new Map<number, number | Uint8Array>()
  const head = readHead(bytes, 0)
  if (head?.major !== 5) return undefined
  let { next } = head
  for (let left = head.value; left > 0; left -= 1) {
    const label = readItem(bytes, next)
    const item = label && readItem(bytes, label.next)
    if (!item || typeof label.value !== 'number') return undefined
    map.set(label.value, item.value)
    next = item.next
  }
  return next === bytes.length ? map : undefined
}

type Item = { readonly value: number | Uint8Array; readonly next: number }

function readItem(bytes: Uint8Array, place: number): Item | undefined {
  const head = readHead(bytes, place)
  if (!head) return undefined
  const { major, value, next } = head
  if (major === 0) return { value, next }
  if (major === 1) return { value: -1 - value, next }
  const end = next + value
  return major === 2 && end <= bytes.length ? { value: bytes.subarray(next, end), next: end } : undefined
}

/** Major type and argument, which fits in two bytes here. */
function readHead(bytes: Uint8Array, place: number) {
  const first = bytes[place]
  if (first === undefined) return undefined
  const [major, short] = [first >> 5, first & 31]
  if (short < 24) return { major, value: short, next: place + 1 }
  const length = short === 24 ? 1 : short === 25 ? 2 : 0
  const argument = bytes.subarray(place + 1, place + 1 + length)
  if (length === 0 || argument.length < length) return undefined
  return { major, value: argument.reduce((sum, byte) => sum * 256 + byte, 0), next: place + 1 + length }
}
