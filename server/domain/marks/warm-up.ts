import type { Deps } from '../deps.ts'
import { makeUpAssertion } from '../passkeys/make-up-assertion.ts'
import { makeRequestOptions } from '../passkeys/open-assertion.ts'
import { loadWebAuthnLibrary } from '../passkeys/webauthn-library.ts'

type WarmedDeps = Pick<Deps, 'storage' | 'assertionVerifier' | 'relyingParty'>

/** The id of nothing. */
const none = ''

/**
 * Runs once through what the first check-in of a process would wait for: the library of ceremonies, the thread that checks
 * signatures, and the statements that read. Nothing is written.
 */
export async function warmUp({ storage, assertionVerifier, relyingParty }: WarmedDeps): Promise<void> {
  await Promise.all([loadWebAuthnLibrary(), assertionVerifier.verify(makeUpAssertion(relyingParty))])
  await makeRequestOptions({ relyingParty }, [], 'check-in')
  await storage.checkIns.visitSession({ publicId: none }, none)
  await storage.checkIns.findAnswered(none, none)
  await storage.sessions.findLive(none)
  await storage.briefTransaction(async (stores) => {
    await stores.checkIns.lockSession(none)
    await stores.knownBrowsers.find(none, none)
  })
}
