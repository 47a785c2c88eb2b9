import { signedInHintCookie } from '#contract/identifiers.ts'
import { readCookies } from '../language/site-data.ts'

/**
 * Whether it is worth asking the server who is signed in. Without this hint a guest's question would be a refusal in
 * the console.
 */
export function mayBeSignedIn(): boolean {
  return readCookies().split('; ').includes(`${signedInHintCookie}=1`)
}

/** The session has ended on the server: there is nothing to ask. */
export function forgetSignedInHint(): void {
  if (!mayBeSignedIn()) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that has passkeys
  document.cookie = `${signedInHintCookie}=; Max-Age=0; Path=/; SameSite=Strict`
}
