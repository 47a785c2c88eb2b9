/** What this browser lacks to ask a student's phone; undefined where it lacks nothing, or does not say. */
export type BrowserLack = 'webauthn' | 'hybrid' | undefined

/** As much of the browser as this needs. */
export type CredentialSupport =
  | { readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean | undefined>>> }
  | undefined

/**
 * Looks before a phone is wanted whether passkeys work here, and whether a phone can be asked by a QR code (WebAuthn L3
 * §5.1.8, `hybridTransport`, which Chromium also denies on a computer without Bluetooth). Older browsers do not tell; they are taken to be able.
 */
export async function checkBrowser(support: CredentialSupport = globalThis.PublicKeyCredential): Promise<BrowserLack> {
  if (support === undefined) return 'webauthn'
  const capabilities = await support.getClientCapabilities?.().catch(() => undefined)
  return capabilities?.hybridTransport === false ? 'hybrid' : undefined
}
