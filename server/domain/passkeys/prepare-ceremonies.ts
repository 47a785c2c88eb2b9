import type { Deps } from '../deps.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/**
 * Loads what the first ceremony needs, because an opened page may mean that a class is about to be marked. Not done at
 * the start: a server that nobody uses needs none of it.
 */
export async function prepareCeremonies({ assertionVerifier }: Pick<Deps, 'assertionVerifier'>): Promise<void> {
  assertionVerifier.prepare()
  await loadWebAuthnLibrary()
}
