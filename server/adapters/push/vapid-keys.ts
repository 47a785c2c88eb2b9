import { createECDH } from 'node:crypto'

/** The key pair by which a push service knows this installation (RFC 8292): on P-256, base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/**
 * The pair as one line of text, the form in which it is stored. Made at the first start, the same for every process
 * from then on.
 */
export function makeVapidKeys(): string {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // A number below 2^248 would be shorter than the required 32 bytes.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return JSON.stringify({ publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') })
}

export function readVapidKeys(kept: string): VapidKeys {
  return JSON.parse(kept)
}
