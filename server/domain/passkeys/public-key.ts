import { isEd25519Key } from './ed25519-key.ts'

/** A decoded COSE_Key (RFC 9052 §7), unchecked, as the authenticator made it. */
export type CoseKey = ReadonlyMap<unknown, unknown>

type KeyType = {
  /** The parameters that identify the kind of key, `kty` and `alg` among them. */
  readonly fixed: Readonly<Record<number, number>>
  /** The parameters that hold the key itself. */
  readonly bytes: readonly number[]
  readonly isKey: (...parameters: Uint8Array<ArrayBuffer>[]) => boolean | Promise<boolean>
}

/** COSE labels (RFC 9052 §7.1) and the parameters of each type. The types use the same labels. */
const [kty, alg, crv] = [1, 3, -1]

/** The one kind of key that belongs to each offered algorithm (WebAuthn L3 §5.8.5). By COSE algorithm. */
const keyTypes: ReadonlyMap<unknown, KeyType> = new Map([
  // ES256: EC2 on P-256, with x and y.
  [-7, { fixed: { [kty]: 2, [alg]: -7, [crv]: 1 }, bytes: [-2, -3], isKey: isP256Key }],
  // EdDSA: OKP on Ed25519, with x.
  [-8, { fixed: { [kty]: 1, [alg]: -8, [crv]: 6 }, bytes: [-2], isKey: isEd25519Key }],
  // RS256: RSA, with n and e.
  [-257, { fixed: { [kty]: 3, [alg]: -257 }, bytes: [-1, -2], isKey: isRsaKey }],
])

/**
 * True when signatures can be checked against this key: it has exactly the parameters of its algorithm (WebAuthn L3
 * §6.5.1.1), and their values form a key. With an invalid key the account could prove nothing, and an organisation
 * could not log in any more. Only a later signature shows whether the authenticator holds the private half: a
 * registration without attestation has no signature.
 */
export async function isUsablePublicKey(key: CoseKey): Promise<boolean> {
  const type = keyTypes.get(key.get(alg))
  if (!type) return false
  const fixed = Object.entries(type.fixed)
  const parameters = type.bytes.map((label) => key.get(label)).filter(isBytes)
  const isWhole = parameters.length === type.bytes.length && key.size === fixed.length + parameters.length
  if (!isWhole || !fixed.every(([label, value]) => key.get(Number(label)) === value)) return false
  return type.isKey(...parameters)
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array
}

const coordinateBytes = 32

async function isP256Key(x: Uint8Array, y: Uint8Array): Promise<boolean> {
  if (x.length !== coordinateBytes || y.length !== coordinateBytes) return false
  // The import refuses a point that is not on the curve.
  const point = Uint8Array.of(4, ...x, ...y)
  return isImported(crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']))
}

/** Shorter ones can be broken; longer ones would make each login cost more than an honest one. */
const [minModulusBytes, maxModulusBytes] = [256, 512]
const maxExponentBytes = 4

/** The size is checked before any calculation. Windows Hello makes 2048 bits and the exponent 65537. */
async function isRsaKey(n: Uint8Array, e: Uint8Array): Promise<boolean> {
  const [first = 0, firstOfExponent = 0] = [n[0], e[0]]
  // The top bit must be set in 2048 bits; a longer modulus must not begin with a zero byte (RFC 8230 §4).
  const isLongEnough = n.length > minModulusBytes ? first > 0 : n.length === minModulusBytes && first >= 0x80
  if (!isLongEnough || n.length > maxModulusBytes || !isOdd(n)) return false
  if (e.length > maxExponentBytes || firstOfExponent === 0 || !isOdd(e) || (e.length === 1 && e[0] === 1)) return false
  const jwk = { kty: 'RSA', alg: 'RS256', n: toBase64url(n), e: toBase64url(e) }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return isImported(crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']))
}

function isOdd(bytes: Uint8Array): boolean {
  return ((bytes.at(-1) ?? 0) & 1) === 1
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function isImported(importing: Promise<unknown>): Promise<boolean> {
  return importing.then(
    () => true,
    () => false,
  )
}
