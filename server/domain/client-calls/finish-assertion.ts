import type { AuthenticationCredential } from '#contract/passkey.ts'
import { presenceProofMs } from '#contract/rules.ts'
import { nextToken } from '../accounts/next-token.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { Counted } from '../limits/rate-limiter.ts'
import { makeMarkSignature } from '../marks/mark-signature.ts'
import { makeEvidence } from '../marks/mark-signed.ts'
import { factsOfCeremony } from '../marks/screen-facts.ts'
import { loginProofMs } from '../passkeys/ceremony-settings.ts'
import type { CeremonySubject } from '../passkeys/ceremony-subject.ts'
import { type CheckedAssertion, checkAssertion } from '../passkeys/check-assertion.ts'
import type { SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect } from '../passkeys/suspect-passkey.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { type AssertionPurpose, findAssertionPurpose } from './assertion-purpose.ts'

type Outcome = {
  readonly verification: boolean
  /** After a step-up: the session's new token, where this answer brings it (nextToken). */
  readonly token?: string | undefined
}

/**
 * Checks the authenticator's answer and stores what it proves: the right to log in, the right to one mark, or a step-up
 * of the session. `verification: false` has one form for all causes, and the ceremony is spent in any case. Throws
 * user_unauthorized and similar only for callers who may not ask at all; general_rate_limit_exceeded.
 */
export async function finishAssertion(
  deps: Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier'>,
  door: Door<`passkey.assert-finish.${CeremonySubject['category']}`>,
  subject: CeremonySubject,
  credential: AuthenticationCredential,
): Promise<Outcome> {
  await choose(door, `passkey.assert-finish.${subject.category}`)
  const wanted = findAssertionPurpose(door, subject, door.cookies.preLogin)
  const checkAndProve = async () => {
    const checked = await checkAssertion(deps, door, subject, wanted, credential)
    return typeof checked === 'object' ? prove(deps, door, wanted, checked, credential) : checked
  }
  const counted = countedMisses(subject, wanted)
  const proof = await door.limiter.attempt(counted, checkAndProve, (outcome) => typeof outcome !== 'object')
  if (typeof proof === 'object') return { verification: true, ...proof }
  // After the answer was checked: a right one passes however many wrong ones came from the address before.
  if (wanted.purpose === 'login-org')
    await door.limiter.count(requestLimits.finishOrganisationPasskeyLogin.byAddress, door.address)
  if (proof === undefined)
    await record(deps.storage, door, { action: 'passkey.assert', outcome: 'refused', subject: subject.userId })
  return { verification: false }
}

/** The limits for wrong answers of this browser: no other browser can add to them. */
function countedMisses({ userId }: CeremonySubject, { purpose, binding }: AssertionPurpose): Counted[] {
  const { byBrowser } = requestLimits.finishOrganisationPasskeyLogin
  return [
    [requestLimits.finishPasskeyLogin.byBinding, binding],
    ...(purpose === 'login-org' ? [[byBrowser, `${userId} ${binding}`] as const] : []),
  ]
}

/** Counter and effect are in one transaction: two answers with the same counter yield one proof. */
async function prove(
  { storage, random, relyingParty }: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  context: RequestContext,
  wanted: AssertionPurpose,
  { ceremony, account, passkey, assertion }: CheckedAssertion,
  credential: AuthenticationCredential,
): Promise<Pick<Outcome, 'token'> | SuspectCause | undefined> {
  const facts = factsOfCeremony({ relyingParty }, context, ceremony)
  const outcome = await storage.briefTransaction(async (stores) => {
    const now = await stores.now()
    const { counter, backedUp } = assertion
    if (!(await stores.passkeys.recordUse(passkey.credentialId, counter, backedUp, now))) return 'counter'
    // Owners may have confirmed another one since the signature was checked; their commit was awaited just now.
    if (wanted.purpose === 'step-up' && (await stores.passkeys.isReplaced(passkey.credentialId))) return undefined
    // An organisation's step-up may also begin a new login in the same browser.
    if (account.label === 'ORG') {
      await stores.ceremonies.saveLoginProof(account.id, wanted.binding, 'passkey', now + loginProofMs)
    }
    if (facts) {
      await stores.attendance.saveProof({
        id: random.id(),
        loginSessionId: requireCaller(context).session.id,
        attendanceSessionId: facts.attendanceSessionId,
        studentId: account.id,
        credentialId: passkey.credentialId,
        evidence: makeEvidence(passkey, assertion, credential, now),
        signed: makeMarkSignature(facts, passkey, credential),
        expiresAt: now + presenceProofMs,
      })
    }
    if (wanted.purpose !== 'step-up') return {}
    const caller = requireCaller(context)
    const { session } = caller
    const token = await nextToken(stores, { random }, caller)
    await stores.sessions.setFactors(session.id, {
      tokenHash: token && hashSecret(token),
      factors: [...new Set([...session.factors, 'passkey'] as const)],
      authenticatedAt: now,
      passkeyAt: now,
    })
    await event(stores, context, 'step-up', { facts: { by: 'passkey' } })
    return { token }
  })
  if (outcome !== 'counter') return outcome
  await reportSuspect({ storage }, context, account, passkey, 'counter')
  return 'counter'
}
