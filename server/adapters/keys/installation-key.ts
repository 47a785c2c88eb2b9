import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { InstallationKey } from '../../domain/marks/installation-key.ts'
import { makeSigningPair } from './signing-key.ts'

const [cipher, ivLength, tagLength] = ['aes-256-gcm', 12, 16] as const

/** Secrets of 32 bytes, the newest first: it makes everything new, and the others still open what they sealed. */
export function createInstallationKey(secrets: readonly [Buffer, ...Buffer[]]): InstallationKey {
  const keyrings = secrets.map((secret) => ({ id: idOf(secret), sealing: deriveKey(secret, 'seal') }))
  const [newest] = secrets
  const macKeys = {
    'room-code': deriveKey(newest, 'room-code'),
    browser: deriveKey(newest, 'browser'),
    'desk-digits': deriveKey(newest, 'desk-digits'),
  }
  const signing = makeSigningPair(derive(newest, 'evidence'))
  const older = secrets.slice(1).map((secret) => makeSigningPair(derive(secret, 'evidence')))
  return {
    mac: (use, text) => createHmac('sha256', macKeys[use]).update(text).digest(),
    sign: (text) => ({ keyId: signing.publicKey.kid, signature: signing.sign(text) }),
    publicKeys: [signing, ...older].map(({ publicKey }) => publicKey),
    seal(text) {
      const [{ id, sealing } = { id: '', sealing: newest }] = keyrings
      const iv = randomBytes(ivLength)
      const sealed = createCipheriv(cipher, sealing, iv, { authTagLength: tagLength })
      const bytes = Buffer.concat([iv, sealed.update(text), sealed.final(), sealed.getAuthTag()])
      return `${id}.${bytes.toString('base64url')}`
    },
    unseal(text) {
      const [id, body = ''] = text.split('.')
      const keyring = keyrings.find((one) => one.id === id)
      const bytes = Buffer.from(body, 'base64url')
      // One spelling alone: what is sealed is spent by its text.
      if (!keyring || text !== `${id}.${bytes.toString('base64url')}`) return undefined
      if (bytes.length < ivLength + tagLength) return undefined
      const opened = createDecipheriv(cipher, keyring.sealing, bytes.subarray(0, ivLength), {
        authTagLength: tagLength,
      }).setAuthTag(bytes.subarray(-tagLength))
      try {
        return Buffer.concat([opened.update(bytes.subarray(ivLength, -tagLength)), opened.final()]).toString()
      } catch {
        // The tag does not fit: another secret made it, or a person changed it.
        return undefined
      }
    },
  }
}

/** Names a secret without telling it. */
export function idOf(secret: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('rollkey key id'), secret]), 'base64url').slice(0, 8)
}

function derive(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rollkey ${use} v1`, 32))
}

/** For keys that every check-in uses: given bytes, Node 24 throws and catches an error first, and takes four to six times as long. */
function deriveKey(secret: Buffer, use: string): KeyObject {
  return createSecretKey(derive(secret, use))
}
