import type { SigningKey } from '#contract/evidence.ts'

/**
 * The secret of this installation, kept apart from its database: who reads or writes the database alone cannot make what
 * it makes (decision 25). Each use has a key of its own, derived from the secret.
 */
export type InstallationKey = {
  /** HMAC-SHA-256 by the newest secret. */
  readonly mac: (use: 'room-code' | 'browser' | 'desk-digits', text: string) => Buffer
  /** Encrypts so that a change is noticed. The result is base64url with dots. */
  readonly seal: (text: string) => string
  /** Undefined for text that no known secret has sealed. */
  readonly unseal: (sealed: string) => string | undefined
  /** Ed25519 by the newest secret, base64url. */
  readonly sign: (text: string) => { readonly keyId: string; readonly signature: string }
  /** Of all known secrets, the newest first. */
  readonly publicKeys: readonly SigningKey[]
}
