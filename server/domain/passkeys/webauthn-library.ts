import type { CoseKey } from './public-key.ts'

type WebAuthnLibrary = typeof import('./webauthn-modules.ts')

let loading: Promise<WebAuthnLibrary> | undefined

/**
 * The library that makes and checks ceremonies. It takes an eighth of a second and 8 MB to load, because it also reads
 * certificates. So it is loaded after the server listens, and not before.
 */
export function loadWebAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= import('./webauthn-modules.ts')
  return loading
}

/** The parameters of a COSE_Key; none for bytes that are no key. */
export async function decodePublicKey(publicKey: Uint8Array<ArrayBuffer>): Promise<CoseKey> {
  const { decodeCredentialPublicKey } = await loadWebAuthnLibrary()
  const decoded: unknown = decodeCredentialPublicKey(publicKey)
  return decoded instanceof Map ? decoded : new Map()
}
