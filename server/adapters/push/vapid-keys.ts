import { createECDH } from 'node:crypto'

/** By these a push service knows this installation (RFC 8292): a pair on P-256, base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/** As one line of text, which is how they are kept: made at the first start, the same for every process for ever. */
export function makeVapidKeys(): string {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // A number below 2^248 would come out shorter than the 32 bytes that it must have.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return JSON.stringify({ publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') })
}

export function readVapidKeys(kept: string): VapidKeys {
  return JSON.parse(kept) as VapidKeys
}
