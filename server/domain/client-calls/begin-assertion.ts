import type { RequestOptions } from '#contract/ceremony-options.ts'
import { findActor, requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { checkInChallenge } from '../marks/challenge.ts'
import { screenFacts } from '../marks/screen-facts.ts'
import type { CeremonySubject } from '../passkeys/ceremony-subject.ts'
import { requireMemberPasskeys } from '../passkeys/member-passkeys.ts'
import { openAssertion } from '../passkeys/open-assertion.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { pickUsable, requireMarkingPasskeys } from '../passkeys/usable-passkeys.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import { wholeOf } from '../whole-group.ts'
import { type AssertionPurpose, findAssertionPurpose } from './assertion-purpose.ts'

type BegunAssertion = { readonly options: RequestOptions; readonly purpose: AssertionPurpose['purpose'] }

/**
 * Options for an assertion (WebAuthn L3 §7.2): credential ids and nothing else about the account. `preLoginToken` is
 * the pre-login cookie that the answer to a login will set or has set before. Throws user_unauthorized,
 * user_email_not_verified, document_not_found.
 */
export async function beginAssertion(
  { storage, random, relyingParty }: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  door: Door<`passkey.assert.${CeremonySubject['category']}`>,
  subject: CeremonySubject,
  preLoginToken: string,
): Promise<BegunAssertion> {
  await choose(door, `passkey.assert.${subject.category}`)
  await countCaller(door, subject)
  const wanted = findAssertionPurpose(door, subject, preLoginToken)
  const attendanceSession = wanted.purpose === 'mark-std' ? await getRunningSession(storage, door) : undefined
  const passkeys = await findUsablePasskeys(storage, door, subject, wanted)
  const attendanceSessionId = attendanceSession?.id ?? null
  const ceremony = { ...wanted, subjectId: subject.userId, attendanceSessionId }
  const nonce = random.secret()
  // The challenge of a mark says what the mark is about, so that the answer is evidence of it.
  const challengeAt = (begunAt: number) => {
    if (attendanceSessionId === null) return undefined
    const begun = { studentId: subject.userId, attendanceSessionId, nonce, begunAt }
    return { challenge: checkInChallenge(screenFacts({ relyingParty }, door, begun)), nonce }
  }
  const options = await openAssertion({ storage, relyingParty }, passkeys, ceremony, challengeAt)
  return { options, purpose: wanted.purpose }
}

/** Guests were counted by address before the body was read. Signed-in callers are counted here. */
async function countCaller(context: RequestContext, subject: CeremonySubject): Promise<void> {
  const { byAddress } = requestLimits.beginOrganisationPasskeyLogin
  if (subject.category === 'ORG' && context.caller) await context.limiter.count(byAddress, context.address)
}

async function getRunningSession(storage: Deps['storage'], context: RequestContext): Promise<AttendanceSession> {
  const running = await storage.attendance.findRunning(wholeOf(requireActor(context).organisationId))
  if (!running) throw new Problem('attendance-not-started')
  return running
}

async function findUsablePasskeys(
  storage: Deps['storage'],
  context: RequestContext,
  subject: CeremonySubject,
  { purpose }: AssertionPurpose,
): Promise<Passkey[]> {
  // A guest may ask for an organisation's credential ids (its login begins so, spec §4), never for a student's.
  if (purpose === 'login-org' && (await storage.accounts.find(subject.userId))?.label !== 'ORG') {
    throw new Problem('document_not_found')
  }
  if (purpose === 'mark-std') {
    const { organisationId } = requireActor(context)
    const own = await requireMemberPasskeys(storage, organisationId, subject.userId)
    return requireMarkingPasskeys(storage, own, organisationId)
  }
  const all = await storage.passkeys.listOf(subject.userId)
  const usable = await pickUsable(storage, all, purpose, findActor(context)?.organisationId)
  if (usable.length > 0) return usable
  // To a guest, an organisation without a passkey and an unknown organisation look the same.
  if (purpose === 'login-org') throw new Problem('document_not_found')
  throw new Problem(all.length === 0 ? 'own-passkey-missing' : 'own-passkey-unusable')
}
