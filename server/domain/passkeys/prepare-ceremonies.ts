import type { Deps } from '../deps.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/**
 * Loads what the first ceremony needs when a page is opened, because attendance may be about to begin. The start does
 * not load it: an idle server needs none of it.
 */
export async function prepareCeremonies({ assertionVerifier }: Pick<Deps, 'assertionVerifier'>): Promise<void> {
  assertionVerifier.prepare()
  await loadWebAuthnLibrary()
}
