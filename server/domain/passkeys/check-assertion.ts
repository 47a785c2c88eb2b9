import type { AuthenticationCredential } from '#contract/passkey.ts'
import type { Account } from '../accounts/stores.ts'
import { findActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import type { CeremonySubject } from './ceremony-subject.ts'
import { readChallenge } from './client-data.ts'
import { isHeld } from './held-passkey.ts'
import type { Ceremony, Passkey, SuspectCause } from './stores.ts'
import { reportSuspect } from './suspect-passkey.ts'
import type { VerifiedAssertion } from './verify-assertion.ts'

/** An authenticator's answer whose signature is right, with all that it belongs to. */
export type CheckedAssertion = {
  readonly ceremony: Ceremony
  readonly account: Account
  readonly passkey: Passkey
  readonly assertion: VerifiedAssertion
}

/**
 * Spends the ceremony, then checks the signature: a failed try cannot be repeated with the same challenge. Undefined for
 * every answer that proves nothing; a cause, which is reported then, for the right one of a suspect passkey.
 */
export async function checkAssertion(
  { storage, relyingParty, assertionVerifier }: Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>,
  context: RequestContext,
  subject: CeremonySubject,
  { purpose, binding }: Pick<Ceremony, 'purpose' | 'binding'>,
  credential: AuthenticationCredential,
): Promise<CheckedAssertion | SuspectCause | undefined> {
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (challenge === undefined) return undefined
  const ceremony = await storage.briefTransaction((stores) =>
    stores.ceremonies.take({ challengeHash: hashSecret(challenge), purpose, subjectId: subject.userId, binding }),
  )
  const found = ceremony && (await storage.passkeys.findWithOwner(credential.id))
  if (!found || found.owner.id !== subject.userId) return undefined
  const { passkey, owner: account } = found
  if (await isHeld(storage, passkey, purpose, findActor(context)?.organisationId)) return undefined
  const assertion = await assertionVerifier.verify({ relyingParty, credential, challenge, account, passkey })
  if (typeof assertion !== 'string') return assertion && { ceremony, account, passkey, assertion }
  await reportSuspect({ storage }, context, account, passkey, assertion)
  return assertion
}
