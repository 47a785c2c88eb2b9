import { flagEvidence } from '../attendance/evidence-flags.ts'
import { makeMark, recordMarks, whole } from '../attendance/make-mark.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { lockPaired } from '../screens/assert-paired.ts'
import { knownMark, saveSignature } from './mark-checked-in.ts'
import type { FinishDeps, KnownMark, SignedCheckIn } from './signed-check-in.ts'
import type { CheckInEnd } from './stores.ts'

type Marked = { readonly end: CheckInEnd; readonly known: KnownMark }

/**
 * Spends a check-in at the screen, moves the passkey's counter and makes the mark with all that belongs to it: all or
 * nothing, and decided once everything is locked. 'spent': another request has finished this check-in meanwhile. Throws
 * document_not_found, attendance-ended, check-in-refused; screen-ended, screen-copied.
 */
export async function markAtScreen(
  { storage }: Pick<FinishDeps, 'storage'>,
  context: RequestContext,
  signed: SignedCheckIn,
): Promise<Marked | 'spent' | 'counter-regression'> {
  const { checkIn, assertion, credential, account, assertionHash } = signed
  const { credentialId } = signed.passkey
  const { counter, backupEligible, backedUp } = assertion
  return storage.transaction(async (stores) => {
    // It may have been ended since its request was signed.
    if (context.screen) await lockPaired(stores, context.screen.id)
    const signer = { studentId: account.id, credentialId, browser: '', sharedMs: 0 }
    const { member, room, passkey, mark: earlier, now, ...locked } = await stores.checkIns.lockToMark(checkIn, signer)
    if (!member) throw new Problem('document_not_found')
    if (!room || now >= room.session.endsAt) throw new Problem('attendance-ended')
    if (!passkey) throw new Problem('check-in-refused')
    if (!locked.checkIn || locked.checkIn.end) return 'spent'
    if (!mayFollow(passkey, counter)) return 'counter-regression'
    await stores.passkeys.saveUse(credentialId, counter, backedUp, now)
    const attachment = readAttachment(credential)
    const flags = flagEvidence({ passkey, attachment, backedUp, usedAt: now })
    // Where phones check in, each session counts by itself, whatever the way.
    const oncePer = room.hasRoomCode ? 'session' : 'hour'
    const made = await makeMark(stores, member, room.session, whole(oncePer), {
      method: 'screen',
      credentialId,
      proofId: checkIn.id,
      evidence: { attachment, userVerified: true, backupEligible, backedUp, flags },
      earlier,
      now,
    })
    await recordMarks(stores, context, room.session, made)
    if (made.outcome === 'counted') await saveSignature(stores, signed)
    const end: CheckInEnd = { assertionHash, studentId: account.id, outcome: made.outcome, openedSessionId: null }
    await stores.checkIns.finish(checkIn.id, end)
    return { end, known: { ...knownMark(member, made, earlier), room, isShared: false, now } }
  })
}
