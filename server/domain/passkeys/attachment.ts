import type { AuthenticationCredential } from '#contract/passkey.ts'

/** How the browser reached the authenticator (WebAuthn L3 §5.4.5). Null where it does not say so in a word of the standard. */
export function readAttachment({
  authenticatorAttachment: named,
}: Pick<AuthenticationCredential, 'authenticatorAttachment'>): 'platform' | 'cross-platform' | null {
  return named === 'platform' || named === 'cross-platform' ? named : null
}
