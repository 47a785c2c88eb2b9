import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CborValue, encodeCbor } from '#testing/encode-cbor.ts'
import { accepted, askToRegister, type Subject, sendRegistration } from '#testing/passkey-ceremony.ts'
import { logIn, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator, toCoseKey } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** COSE labels of RFC 9052 §7, RFC 9053 §7 and RFC 8230 §4. */
const [kty, kid, alg, crv, x, y, d] = [1, 2, 3, -1, -2, -3, -4]
const [n, e] = [-1, -2]
const [okp, ec2, rsa] = [1, 2, 3]
const [es256, edDsa, rs256] = [-7, -8, -257]
const [p384, x25519] = [2, 4]

const ecKey = toCoseKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
const edKey = toCoseKey(generateKeyPairSync('ed25519').publicKey)
const rsaPublicKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey
const rsaKey = toCoseKey(rsaPublicKey)

type Key = ReadonlyMap<number, CborValue>
type Changes = readonly (readonly [number, CborValue | undefined])[]

/** The key with other parameters; `undefined` removes one. */
function changed(key: Key, ...changes: Changes): Buffer {
  const result = new Map<number, CborValue>(key)
  for (const [label, value] of changes) {
    if (value === undefined) result.delete(label)
    else result.set(label, value)
  }
  return encodeCbor(result)
}
const bytesOf = (key: Key, label: number): Uint8Array => {
  const value = key.get(label)
  if (!(value instanceof Uint8Array)) throw new Error(`no bytes at ${label}`)
  return value
}
const withLast = (bytes: Uint8Array, change: (last: number) => number) =>
  bytes.map((byte, index) => (index === bytes.length - 1 ? change(byte) : byte))
const number = (value: bigint, length: number) => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
const littleEndian = (value: bigint) => number(value, 32).reverse()

/** The primes of P-256 and of Ed25519. */
const p256Prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const ed25519Prime = 2n ** 255n - 19n
const ecX = bytesOf(ecKey, x)
const ecY = bytesOf(ecKey, y)
const modulus = bytesOf(rsaKey, n)
const isOdd = (last: number) => (last & 1) === 1
const compressed = Buffer.concat([Buffer.of(isOdd(ecY.at(-1) ?? 0) ? 3 : 2), ecX])

const malformed: readonly (readonly [string, Buffer])[] = [
  ['nothing', encodeCbor(new Map())],
  ['an algorithm and nothing else', changed(new Map(), [alg, es256])],
  ['a text instead of a map', encodeCbor('key')],

  ['ES256 with the type of an RSA key', changed(ecKey, [kty, rsa])],
  ['ES256 with the type of an Ed25519 key', changed(ecKey, [kty, okp])],
  ['ES256 with its type in words', changed(ecKey, [kty, 'EC2'])],
  ['ES256 on P-384', changed(ecKey, [crv, p384])],
  ['ES256 on an unknown curve', changed(ecKey, [crv, 77])],
  ['ES256 with a real key of P-384', encodeCbor(p384Key())],
  ['ES256 with a short x', changed(ecKey, [x, ecX.subarray(1)])],
  ['ES256 with a long x', changed(ecKey, [x, Buffer.concat([Buffer.of(0), ecX])])],
  ['ES256 with a short y', changed(ecKey, [y, ecY.subarray(1)])],
  ['ES256 with bytes behind y', changed(ecKey, [y, Buffer.concat([ecY, Buffer.of(0)])])],
  ['ES256 with an empty x', changed(ecKey, [x, Buffer.alloc(0)])],
  ['ES256 with a text for x', changed(ecKey, [x, 'x'.repeat(32)])],
  ['ES256 without y', changed(ecKey, [y, undefined])],
  ['ES256 without a curve', changed(ecKey, [crv, undefined])],
  ['ES256 with a point off the curve', changed(ecKey, [y, withLast(ecY, (last) => last ^ 1)])],
  ['ES256 with the point of zeros', changed(ecKey, [x, Buffer.alloc(32)], [y, Buffer.alloc(32)])],
  ['ES256 with an x beyond the prime', changed(ecKey, [x, number(p256Prime + 1n, 32)])],
  ['ES256 with a compressed point for x', changed(ecKey, [x, compressed], [y, undefined])],
  // RFC 9053 §7.1.1: the sign of y, which WebAuthn L3 §6.5.1.1 forbids. CBOR's simple values are encoded as themselves.
  ['ES256 with the sign of y instead of y', signOnly()],
  ['ES256 with its private half', changed(ecKey, [d, Buffer.alloc(32, 1)])],
  ['ES256 with a parameter that WebAuthn forbids', changed(ecKey, [kid, Buffer.from('mine')])],

  ['EdDSA with the type of a P-256 key', changed(edKey, [kty, ec2])],
  ['EdDSA on the curve of X25519', changed(edKey, [crv, x25519])],
  ['EdDSA in words, as a browser once said it', changed(edKey, [kty, 'OKP'], [crv, 'Ed25519'])],
  ['EdDSA with 31 bytes', changed(edKey, [x, bytesOf(edKey, x).subarray(1)])],
  ['EdDSA with 33 bytes', changed(edKey, [x, Buffer.concat([bytesOf(edKey, x), Buffer.of(0)])])],
  ['EdDSA with a y beyond the prime', changed(edKey, [x, littleEndian(ed25519Prime + 3n)])],
  ['EdDSA with a point off the curve', changed(edKey, [x, littleEndian(2n)])],
  ['EdDSA with the neutral point', changed(edKey, [x, littleEndian(1n)])],
  ['EdDSA with a point of order 4', changed(edKey, [x, littleEndian(0n)])],
  [
    'EdDSA with a point of order 8',
    changed(edKey, [x, Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex')]),
  ],
  ['EdDSA with its private half', changed(edKey, [d, Buffer.alloc(32, 1)])],
  ['EdDSA with an algorithm of P-256', changed(edKey, [alg, es256])],

  ['RS256 with the type of a P-256 key', changed(rsaKey, [kty, ec2])],
  ['RS256 with an algorithm of Ed25519', changed(rsaKey, [alg, edDsa])],
  ['RS256 with a real key of 1024 bits', encodeCbor(toCoseKey(rsaOf(1_024)))],
  [
    'RS256 with 2047 bits',
    changed(rsaKey, [n, withLast(Buffer.concat([Buffer.of(0x7f), modulus.subarray(1)]), (last) => last)]),
  ],
  ['RS256 with a zero before its modulus', changed(rsaKey, [n, Buffer.concat([Buffer.of(0), modulus])])],
  ['RS256 with an even modulus', changed(rsaKey, [n, withLast(modulus, (last) => last & 0xfe)])],
  ['RS256 with an empty modulus', changed(rsaKey, [n, Buffer.alloc(0)])],
  ['RS256 with a number for its modulus', changed(rsaKey, [n, 65_537])],
  ['RS256 with a modulus of 4104 bits', changed(rsaKey, [n, Buffer.alloc(513, 0xff)])],
  ['RS256 with a modulus of 160,000 bits', changed(rsaKey, [n, Buffer.alloc(20_000, 0xff)])],
  ['RS256 without an exponent', changed(rsaKey, [e, undefined])],
  ['RS256 with the exponent 1', changed(rsaKey, [e, Buffer.of(1)])],
  ['RS256 with an even exponent', changed(rsaKey, [e, Buffer.of(1, 0, 0)])],
  ['RS256 with an exponent of zero', changed(rsaKey, [e, Buffer.of(0)])],
  ['RS256 with a zero before its exponent', changed(rsaKey, [e, Buffer.of(0, 1, 0, 1)])],
  ['RS256 with an exponent of 33 bits', changed(rsaKey, [e, Buffer.of(1, 0, 0, 0, 1)])],
  ['RS256 with an exponent as long as its modulus', changed(rsaKey, [e, modulus])],
  ['RS256 with a prime of its private half', changed(rsaKey, [d, modulus.subarray(0, 128)])],
  ['RS256 whose parts are those of P-256', changed(ecKey, [alg, rs256])],

  ['bytes behind the key', Buffer.concat([encodeCbor(ecKey), Buffer.alloc(3)])],
  ['a second key behind the first', Buffer.concat([encodeCbor(ecKey), encodeCbor(edKey)])],
]

function p384Key(): Key {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
  const [ownX, ownY] = [Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')]
  return new Map<number, CborValue>([
    [kty, ec2],
    [alg, es256],
    [crv, p384],
    [x, ownX],
    [y, ownY],
  ])
}

function rsaOf(modulusLength: number): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength }).publicKey
}

function signOnly(): Buffer {
  const key = changed(ecKey, [y, 0])
  // The last byte is the number 0; the simple value true replaces it.
  return Buffer.concat([key.subarray(0, -1), Buffer.of(0xf5)])
}

describe('the public key of a new passkey', () => {
  let server: TestServer
  let count = 0
  beforeAll(async () => {
    server = await startTestServer('sqlite')
  })
  afterAll(() => server.close())

  test.each(malformed)('is not %s: nothing is stored, and the institute can still log in', async (_what, coseKey) => {
    count += 1
    const person = await registerOrganisation(server, { name: `College ${count}`, email: `k${count}@keys.example` })
    const subject: Subject = { userId: person.id, category: 'ORG' }
    const read = async () => pickTables(await server.readTables(), 'passkeys', 'sessions', 'accounts', 'outbox')
    const options = accepted(await askToRegister(person.http, subject))
    const before = await read()
    const credential = person.authenticator.clone().register(options, { coseKey })
    expect(await sendRegistration(person.http, subject, credential)).toMatchObject(
      refusal(401, 'user_invalid_token', 'This request is no longer valid. Please start again.'),
    )
    expect(await read()).toEqual(before)
    await logIn(person, server.openBrowser())
  })

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('may be one of %s, and then proves presence', async (algorithm) => {
    const office = { name: `${algorithm} College`, email: `${algorithm}@keys.example` }
    const authenticator = createSoftwareAuthenticator({ origin: server.origin, algorithm })
    const institute = { ...(await registerOrganisation(server, office)), authenticator }
    await registerPasskey(institute)
    const { http } = await logIn(institute, server.openBrowser())
    expect(await http.get('/v1/account/sessions/current')).toMatchObject({
      body: { factors: ['password', 'passkey'] },
    })
  })

  test.each([3_072, 4_096])('may be an RSA key of %i bits', async (modulusLength) => {
    const office = { name: `${modulusLength} College`, email: `rsa-${modulusLength}@keys.example` }
    const institute = await registerOrganisation(server, office)
    const options = accepted(await askToRegister(institute.http, { userId: institute.id, category: 'ORG' }))
    const coseKey = encodeCbor(toCoseKey(rsaOf(modulusLength)))
    const credential = institute.authenticator.register(options, { coseKey })
    expect(await sendRegistration(institute.http, { userId: institute.id, category: 'ORG' }, credential)).toMatchObject(
      {
        status: 200,
        body: { message: 'Verified!' },
      },
    )
  })
})
