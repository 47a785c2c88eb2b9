import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type CborValue, encodeCbor } from './encode-cbor.ts'

/**
 * A browser and its authenticator in one, for tests of the server: it holds keys, really signs, and can forge every
 * part of its answers.
 */
export type SoftwareAuthenticator = {
  readonly credentials: readonly SoftwareCredential[]
  /** Throws as a browser does: InvalidStateError when one of excludeCredentials is here, NotSupportedError without its algorithm. */
  readonly register: (
    options: PublicKeyCredentialCreationOptionsJSON,
    forged?: RegistrationForgery,
  ) => RegistrationResponseJSON
  /** Throws NotAllowedError, as a browser does, when no credential here is allowed. */
  readonly assert: (
    options: PublicKeyCredentialRequestOptionsJSON,
    forged?: AssertionForgery,
  ) => AuthenticationResponseJSON
  /** Another authenticator with the same keys and its own counters from here on: a cloned device. */
  readonly clone: () => SoftwareAuthenticator
}

export type SoftwareCredential = {
  /** base64url */
  readonly id: string
  readonly rpId: string
  /** base64url */
  readonly userHandle: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  counter: number
}

export type SoftwareAuthenticatorSettings = {
  /** The page on which the ceremony takes place. */
  readonly origin: string
  /** Whether user verification (a PIN or a fingerprint) is asked for and given. Default true. */
  readonly userVerified?: boolean
  /** False: the counter always stays 0, like that of a synced passkey. Default true. */
  readonly counts?: boolean
  /** Whether a credential may be copied to other devices. Default false. */
  readonly backupEligible?: boolean
  /** Default ['internal', 'hybrid'], a phone. */
  readonly transports?: readonly AuthenticatorTransport[]
  /** The algorithm of its keys. Default ES256, like most; Windows Hello makes RS256. */
  readonly algorithm?: keyof typeof algorithms
}

/** Each field replaces what an honest browser or authenticator would send. Bytes are base64url. */
export type Forgery = {
  readonly origin?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** The name whose hash the authenticator signs. */
  readonly rpId?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  readonly counter?: number
  readonly credentialId?: string
  readonly attachment?: 'platform' | 'cross-platform'
  /** Client data as text, made from what an honest browser would send. */
  readonly rewriteClientData?: (honest: string) => string
  /** Bits of the flags of authenticator data to invert. */
  readonly flipFlags?: number
  /** Bytes after the authenticator data; they are signed with it. */
  readonly trailing?: Uint8Array
}
export type RegistrationForgery = Forgery & {
  readonly transports?: readonly string[]
  /** 16 bytes, hexadecimal. */
  readonly aaguid?: string
  /** CBOR instead of the credential's public key. */
  readonly coseKey?: Uint8Array
  /** The length of the credential ID in the authenticator data, whatever follows. */
  readonly credentialIdLength?: number
  readonly format?: string
}
export type AssertionForgery = Forgery & {
  /** Null: none, like an authenticator without a discoverable credential. */
  readonly userHandle?: string | null
  /** Signs with this credential, whatever is allowed. */
  readonly using?: SoftwareCredential
  readonly signature?: string
}

/** COSE algorithms, with the key pairs that belong to them. */
const algorithms = {
  ES256: { id: -7, makeKeys: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  EdDSA: { id: -8, makeKeys: () => generateKeyPairSync('ed25519') },
  RS256: { id: -257, makeKeys: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }) },
} as const
const flagBits = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const

const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const fromBase64url = (text: string): Buffer => Buffer.from(text, 'base64url')
const hash = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

export type CoseKey = ReadonlyMap<number, number | Uint8Array>

/** RFC 9052 §7 with the parameters of its type: RFC 9053 §7.1 for EC2 on P-256, §7.2 for OKP on Ed25519, RFC 8230 §4 for RSA. */
export function toCoseKey(publicKey: KeyObject): CoseKey {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const entries: Readonly<Record<string, readonly (readonly [number, number | Uint8Array])[]>> = {
    EC: [
      [1, 2],
      [3, algorithms.ES256.id],
      [-1, 1],
      [-2, fromBase64url(x)],
      [-3, fromBase64url(y)],
    ],
    OKP: [
      [1, 1],
      [3, algorithms.EdDSA.id],
      [-1, 6],
      [-2, fromBase64url(x)],
    ],
    RSA: [
      [1, 3],
      [3, algorithms.RS256.id],
      [-1, fromBase64url(n)],
      [-2, fromBase64url(e)],
    ],
  }
  return new Map(entries[kty ?? ''])
}

export function createSoftwareAuthenticator(settings: SoftwareAuthenticatorSettings): SoftwareAuthenticator {
  return buildAuthenticator(settings, [])
}

function buildAuthenticator(
  settings: SoftwareAuthenticatorSettings,
  initial: SoftwareCredential[],
): SoftwareAuthenticator {
  const credentials = [...initial]
  const {
    origin,
    userVerified = true,
    counts = true,
    backupEligible = false,
    transports = ['internal', 'hybrid'],
    algorithm = 'ES256',
  } = settings

  /** WebAuthn L3 §5.8.1. Members come in the order that §5.8.1.1 prescribes. */
  function makeClientData(type: string, challenge: string, forged: Forgery): Buffer {
    const clientData = {
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? origin,
      crossOrigin: forged.crossOrigin ?? false,
      ...(forged.topOrigin === undefined ? {} : { topOrigin: forged.topOrigin }),
    }
    const honest = JSON.stringify(clientData)
    return Buffer.from(forged.rewriteClientData?.(honest) ?? honest)
  }

  /** WebAuthn L3 §6.1 */
  function makeAuthenticatorData(rpId: string, counter: number, forged: Forgery, attested?: Buffer): Buffer {
    const flags = {
      userPresent: forged.userPresent ?? true,
      userVerified: forged.userVerified ?? userVerified,
      backupEligible: forged.backupEligible ?? backupEligible,
      backedUp: forged.backedUp ?? backupEligible,
      attested: attested !== undefined,
    }
    const head = Buffer.alloc(5)
    for (const [flag, isSet] of Object.entries(flags)) {
      if (isSet) head.writeUInt8(head.readUInt8() | flagBits[flag as keyof typeof flagBits])
    }
    head.writeUInt8(head.readUInt8() ^ (forged.flipFlags ?? 0))
    head.writeUInt32BE(forged.counter ?? counter, 1)
    const parts = [hash(forged.rpId ?? rpId), head, attested, forged.trailing]
    return Buffer.concat(parts.filter((part) => part !== undefined))
  }

  const attachmentOf = (forged: Forgery): 'platform' | 'cross-platform' =>
    forged.attachment ?? (transports.includes('internal') ? 'platform' : 'cross-platform')

  return {
    credentials,
    clone: () =>
      buildAuthenticator(
        settings,
        credentials.map((credential) => ({ ...credential })),
      ),

    register(options, forged = {}) {
      const rpId = options.rp.id ?? new URL(origin).hostname
      if (options.excludeCredentials?.some(({ id }) => credentials.some((credential) => credential.id === id))) {
        throw new DOMException('A credential of this account is here already.', 'InvalidStateError')
      }
      if (!options.pubKeyCredParams.some(({ alg }) => alg === algorithms[algorithm].id)) {
        throw new DOMException(`Only ${algorithm} is supported.`, 'NotSupportedError')
      }
      const { publicKey, privateKey } = algorithms[algorithm].makeKeys()
      const id = forged.credentialId ?? toBase64url(randomBytes(32))
      const credential = { id, rpId, userHandle: options.user.id, publicKey, privateKey, counter: 0 }
      credentials.push(credential)

      const rawId = fromBase64url(id)
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(forged.credentialIdLength ?? rawId.length)
      const aaguid = Buffer.from(forged.aaguid ?? '00'.repeat(16), 'hex')
      const attested = Buffer.concat([aaguid, idLength, rawId, forged.coseKey ?? encodeCbor(toCoseKey(publicKey))])
      const authenticatorData = makeAuthenticatorData(rpId, 0, forged, attested)
      const attestation = new Map<string, CborValue>([
        ['fmt', forged.format ?? 'none'],
        ['attStmt', new Map<string, CborValue>()],
        ['authData', authenticatorData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: attachmentOf(forged),
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64url(makeClientData('webauthn.create', options.challenge, forged)),
          attestationObject: toBase64url(encodeCbor(attestation)),
          transports: [...(forged.transports ?? transports)] as AuthenticatorTransport[],
        },
      }
    },

    assert(options, forged = {}) {
      const rpId = options.rpId ?? new URL(origin).hostname
      const allowed = options.allowCredentials ?? []
      const isAllowed = (id: string): boolean => allowed.length === 0 || allowed.some((one) => one.id === id)
      const credential = forged.using ?? credentials.find((one) => one.rpId === rpId && isAllowed(one.id))
      if (credential === undefined) throw new DOMException('No allowed credential is here.', 'NotAllowedError')
      if (counts) credential.counter += 1

      const clientData = makeClientData('webauthn.get', options.challenge, forged)
      const authenticatorData = makeAuthenticatorData(rpId, credential.counter, forged)
      // WebAuthn L3 §6.3.3: both, one after the other.
      const signed = Buffer.concat([authenticatorData, hash(clientData)])
      // Ed25519 hashes by itself.
      const digest = credential.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
      const signature = sign(digest, signed, credential.privateKey)
      const userHandle = forged.userHandle === undefined ? credential.userHandle : forged.userHandle
      const id = forged.credentialId ?? credential.id
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: attachmentOf(forged),
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64url(clientData),
          authenticatorData: toBase64url(authenticatorData),
          signature: forged.signature ?? toBase64url(signature),
          ...(userHandle === null ? {} : { userHandle }),
        },
      }
    },
  }
}
