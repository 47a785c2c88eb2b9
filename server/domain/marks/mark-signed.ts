import type { AuthenticationCredential } from '#contract/passkey.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import type { Passkey } from '../passkeys/stores.ts'
import type { VerifiedAssertion } from '../passkeys/verify-assertion.ts'
import type { Stores } from '../ports.ts'
import { flagEvidence } from '../register/evidence-flags.ts'
import { wayOf } from '../register/way-of-mark.ts'
import type { RequestContext } from '../request-context.ts'
import type { KeptMark, MarkEvidence } from '../sessions/stores.ts'
import type { CheckInResult, EndedCheckIn } from './answer-check-in.ts'
import { type MadeMark, makeMark, recordMarks } from './make-mark.ts'
import { makeMarkSignature } from './mark-signature.ts'
import type { Signed } from './require-signature.ts'
import type { CheckInEnd, KeptCheckIn, LockedCheckIn, SessionToMark } from './stores.ts'

/** What a mark rests on; none of it is missing. */
type Ground = Pick<LockedCheckIn, 'isShared' | 'isEnrolled' | 'isGuest' | 'mark' | 'now'> & {
  readonly member: MarkedMember
  readonly session: SessionToMark
  readonly passkey: Passkey
}

type Way = { readonly method: 'room-code' | 'screen'; readonly oncePer: 'hour' | 'session' }

/**
 * Moves the passkey's counter and makes the mark that a student has signed, with all that belongs to it. Everything is
 * locked and decided before it: the writes need no answers.
 */
export async function markSigned(
  stores: Stores,
  context: RequestContext,
  checkIn: KeptCheckIn,
  { passkey: signedBy, assertion, credential }: Signed,
  { member, session, passkey, mark: earlier, now }: Ground,
  { method, oncePer }: Way,
): Promise<MadeMark> {
  const { credentialId } = passkey
  await stores.passkeys.saveUse(credentialId, assertion.counter, assertion.backedUp, now)
  const evidence = makeEvidence(passkey, assertion, credential, now)
  const wanted = { method, credentialId, proofId: checkIn.id, begunAt: checkIn.begunAt, evidence, earlier, now }
  const made = await makeMark(stores, member, session, kindOf(session).afterMark(oncePer), wanted)
  await recordMarks(stores, context, session, made)
  if (made.outcome === 'counted') {
    await stores.checkIns.saveSignature(makeMarkSignature(checkIn, signedBy, credential))
  }
  return made
}

/** Spends the check-in. `openedSessionId`: of the login that it has opened. */
export async function endCheckIn(
  { checkIns }: Pick<Stores, 'checkIns'>,
  { id }: KeptCheckIn,
  { member, session, mark: earlier, isShared, isGuest, now }: Ground,
  made: MadeMark,
  { assertionHash, openedSessionId }: Pick<CheckInEnd, 'assertionHash' | 'openedSessionId'>,
): Promise<EndedCheckIn> {
  const end = { assertionHash, studentId: made.mark.studentId, outcome: made.outcome, openedSessionId }
  await checkIns.finish(id, end)
  return { end, result: { ...resultOf(member, made, earlier), session, isShared, isGuest, now } }
}

/** What a student's ceremony says of its passkey. `usedAt`: epoch ms. */
export function makeEvidence(
  passkey: Passkey,
  { backupEligible, backedUp }: VerifiedAssertion,
  credential: AuthenticationCredential,
  usedAt: number,
): MarkEvidence {
  const attachment = readAttachment(credential)
  const flags = flagEvidence({ passkey, attachment, backedUp, usedAt })
  return { attachment, userVerified: true, backupEligible, backedUp, flags }
}

/** The mark that stands after a try, with the student's total. */
export function resultOf(
  { student }: MarkedMember,
  { outcome, mark, total }: MadeMark,
  earlier: KeptMark | undefined,
): Pick<CheckInResult, 'member' | 'mark'> {
  const member = { student, membership: { total } }
  return { member, mark: outcome === 'counted' ? { ...mark, way: wayOf(mark.method), isWithdrawn: false } : earlier }
}
