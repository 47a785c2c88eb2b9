import type { CoseKey } from './public-key.ts'

type WebAuthnLibrary = typeof import('./webauthn-modules.ts')

let loading: Promise<WebAuthnLibrary> | undefined

/**
 * The library that makes and checks ceremonies, loaded by the first one unless somebody had it prepared: it reads certificates,
 * too, which takes an eighth of a second and 8 MB.
 */
export function loadWebAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= import('./webauthn-modules.ts')
  return loading
}

/** The parameters of a COSE_Key; none for what is no key at all. */
export async function decodePublicKey(publicKey: Uint8Array<ArrayBuffer>): Promise<CoseKey> {
  const { decodeCredentialPublicKey } = await loadWebAuthnLibrary()
  const decoded: unknown = decodeCredentialPublicKey(publicKey)
  return decoded instanceof Map ? decoded : new Map()
}
