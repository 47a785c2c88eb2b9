import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto'
import type { SigningKey } from '#contract/evidence.ts'

/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410 §7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** An Ed25519 key of an installation: the public half, and a function that signs with the private one. */
export type SigningPair = {
  readonly publicKey: SigningKey
  /** The signature as base64url. */
  readonly sign: (text: string) => string
}

/** The same seed of 32 bytes always makes the same key. */
export function makeSigningPair(seed: Buffer): SigningPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const thumbprint = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint, use: 'sig', alg: 'EdDSA' },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}
