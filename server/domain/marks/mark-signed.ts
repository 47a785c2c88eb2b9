import type { Account } from '../accounts/stores.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import type { Stores } from '../ports.ts'
import { flagEvidence } from '../register/evidence-flags.ts'
import { wayOf } from '../register/way-of-mark.ts'
import type { RequestContext } from '../request-context.ts'
import type { KeptMark, MarkEvidence } from '../sessions/stores.ts'
import type { Signed } from './finish-signed.ts'
import { assertInCourse } from './in-course.ts'
import { type MadeMark, makeMark, recordMarks } from './make-mark.ts'
import { makeMarkSignature } from './mark-signature.ts'
import type { CheckInResult, FinishDeps, OpenedLogin } from './signed-check-in.ts'
import type { CheckInEnd, KeptCheckIn, LockedCheckIn, SessionToMark, Signer } from './stores.ts'

export type MarkedCheckIn = {
  readonly end: CheckInEnd
  readonly login: OpenedLogin | undefined
  readonly result: CheckInResult
}

/** What the rules need of a locked check-in; none of it is missing. */
export type Ground = Pick<LockedCheckIn, 'isShared' | 'isTicketSpent' | 'mark' | 'isEnrolled' | 'now'> & {
  readonly account: Account
  readonly member: MarkedMember
  readonly session: SessionToMark
  readonly passkey: Passkey
}

/** What the ways have of their own in which a student signs the mark. */
type MarkWay = {
  readonly method: 'room-code' | 'screen'
  readonly browser: Pick<Signer, 'browser' | 'sharedMs'>
  /** Locks what comes before all else. */
  readonly lockFirst?: (stores: Stores) => Promise<void>
  /** Refuses what is missing or over. */
  readonly assertGround: (locked: LockedCheckIn) => Ground
  readonly oncePer: (session: SessionToMark) => 'hour' | 'session'
  /** Spends what the check-in rests on, once nothing of the check-in itself refuses. */
  readonly spend?: (stores: Stores, ground: Ground) => Promise<void>
  /** Of a mark that counts. */
  readonly saveOrigin?: (stores: Stores, made: MadeMark) => Promise<void>
  readonly openLogin?: (
    stores: Stores,
    ground: Ground,
  ) => Promise<{ readonly sessionId: string; readonly login: OpenedLogin }>
}

/**
 * Spends a check-in, moves the passkey's counter and makes the mark with all that belongs to it: all or nothing. Everything
 * is locked and read first and decided then; the writes that follow need no answers. 'spent': another request has finished
 * this check-in meanwhile. Throws what the way refuses.
 */
export async function markSigned(
  { storage }: Pick<FinishDeps, 'storage'>,
  context: RequestContext,
  signed: Signed<KeptCheckIn>,
  way: MarkWay,
): Promise<MarkedCheckIn | 'spent' | 'counter-regression'> {
  const { checkIn, assertion, assertionHash, credential } = signed
  const { credentialId } = signed.passkey
  const studentId = signed.account.id
  return storage.transaction(async (stores) => {
    await way.lockFirst?.(stores)
    const locked = await stores.checkIns.lockToMark(checkIn, { studentId, credentialId, ...way.browser })
    const ground = way.assertGround(locked)
    const { member, session, passkey, mark: earlier, isShared, isEnrolled, now } = ground
    if (!locked.checkIn || locked.checkIn.end) return 'spent'
    assertInCourse(ground, checkIn)
    if (!mayFollow(passkey, assertion.counter)) return 'counter-regression'
    await way.spend?.(stores, ground)
    await stores.passkeys.saveUse(credentialId, assertion.counter, assertion.backedUp, now)
    const made = await makeMark(stores, member, session, kindOf(session).afterMark(way.oncePer(session)), {
      method: way.method,
      credentialId,
      proofId: checkIn.id,
      begunAt: checkIn.begunAt,
      evidence: makeEvidence(passkey, assertion, credential, now),
      earlier,
      now,
    })
    await recordMarks(stores, context, session, made)
    if (made.outcome === 'counted') {
      await stores.checkIns.saveSignature(makeMarkSignature(checkIn, signed.passkey, credential))
      await way.saveOrigin?.(stores, made)
    }
    const opened = await way.openLogin?.(stores, ground)
    const openedSessionId = opened?.sessionId ?? null
    const end: CheckInEnd = { assertionHash, studentId, outcome: made.outcome, openedSessionId }
    await stores.checkIns.finish(checkIn.id, end)
    return {
      end,
      login: opened?.login,
      result: { ...resultOf(member, made, earlier), session, isShared, isEnrolled, now },
    }
  })
}

/** What a student's ceremony says of its passkey. `usedAt`: epoch ms. */
export function makeEvidence(
  passkey: Passkey,
  { backupEligible, backedUp }: Signed<unknown>['assertion'],
  credential: Signed<unknown>['credential'],
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
