type WebAuthnLibrary = typeof import('@simplewebauthn/server')

let loading: Promise<WebAuthnLibrary> | undefined

/**
 * The library that makes and checks ceremonies, loaded by the first one unless somebody had it prepared: it reads certificates,
 * too, which takes an eighth of a second and 8 MB.
 */
export function loadWebAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= import('@simplewebauthn/server')
  return loading
}
