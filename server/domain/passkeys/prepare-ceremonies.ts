import type { Deps } from '../deps.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/**
 * Loads what the first ceremony would wait for, because somebody has opened a page and the class may be about to be
 * marked. Not done at a start: a server that nobody uses needs none of it.
 */
export async function prepareCeremonies({ assertionVerifier }: Pick<Deps, 'assertionVerifier'>): Promise<void> {
  assertionVerifier.prepare()
  await loadWebAuthnLibrary()
}
