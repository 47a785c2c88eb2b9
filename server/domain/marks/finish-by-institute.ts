import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import { choose, type Door } from '../doors.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { mayFollow, suspectReasons } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { lockPaired } from '../screens/assert-paired.ts'
import { answerCheckIn, type FinishDeps, repeatAnswer } from './answer-check-in.ts'
import { requireAskingScreen } from './asking-screen.ts'
import { finishByHand } from './finish-by-hand.ts'
import { assertInCourse } from './in-course.ts'
import { endCheckIn, markSigned } from './mark-signed.ts'
import { type Answer, hashAnswer, refuseSuspect, requireStudentSignature } from './require-signature.ts'
import type { KeptCheckIn, SessionToMark } from './stores.ts'

/**
 * Finishes what an institute has begun: at its screen, which may be a paired one, or by hand (`finishByHand`). A wrong
 * answer burns the check-in; a repeated one gets the first answer again. Throws user_unauthorized, passkey-login-needed;
 * check-in-refused for every answer that is not right; passkey-suspect, passkey-changed; screen-ended, screen-copied for a screen that was ended meanwhile;
 * attendance-not-started, session-left-room, attendance-ended, document_not_found for a student who has left since,
 * student-email-not-verified, general_rate_limit_exceeded.
 */
export async function finishByInstitute(
  deps: FinishDeps,
  door: Door<'check-in.screen' | 'check-in.hand' | 'check-in.room-code'>,
  {
    checkInId: id,
    assertion: credential,
  }: { readonly checkInId: string; readonly assertion: AuthenticationCredential },
): Promise<FinishedCheckIn> {
  const atScreen = await choose(door, 'check-in.screen')
  const { checkIn, list, signer } = await deps.storage.handCheckIns.findAnswered(id, credential.id)
  if (checkIn) return finishAtScreen(deps, atScreen, checkIn, { signer, credential })
  // A paired screen begins nothing by hand.
  if (door.screen) throw new Problem('check-in-refused')
  return finishByHand(deps, await choose(door, 'check-in.hand'), list, { signer, credential })
}

async function finishAtScreen(
  deps: FinishDeps,
  context: RequestContext,
  checkIn: KeptCheckIn,
  answer: Answer,
): Promise<FinishedCheckIn> {
  const { storage } = deps
  const { binding } = requireAskingScreen(context)
  if (checkIn.way !== 'screen' || checkIn.sessionBinding !== binding) throw new Problem('check-in-refused')
  const assertionHash = hashAnswer(answer.credential)
  if (checkIn.end) return (await repeatAnswer(deps, context, checkIn, assertionHash)).answer
  const signed = await requireStudentSignature(deps, context, checkIn, answer, binding)
  const { account, passkey: signedBy, assertion } = signed
  // None was offered; an authenticator can answer with another passkey.
  const isUnasked = await isHeld(storage, signedBy, 'mark-std', checkIn.organisationId)
  if (isUnasked) throw new Problem('check-in-refused')
  if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
  const ended = await storage.transaction(async (stores) => {
    const { screen } = context
    // It may have been ended since its request was signed.
    if (screen) await lockPaired(stores, screen.id, checkIn.attendanceSessionId)
    const signer = { studentId: account.id, credentialId: signedBy.credentialId, browser: '', sharedMs: 0 }
    const locked = await stores.checkIns.lockToMark(checkIn, signer)
    const { member, session, passkey, now } = locked
    if (!member) throw new Problem('document_not_found')
    if (!session || now >= session.endsAt) throw new Problem('attendance-ended')
    if (!passkey) throw new Problem('check-in-refused')
    if (screen && hasLeft(screen, session)) throw new Problem('session-left-room')
    if (!locked.checkIn || locked.checkIn.end) return 'spent'
    const ground = { ...locked, member, session, passkey, isShared: false }
    assertInCourse(ground, checkIn)
    if (!mayFollow(passkey, assertion.counter)) return 'counter-regression'
    // Where phones check in, each session counts by itself, whatever the way.
    const way = { method: 'screen', oncePer: session.hasRoomCode ? 'session' : 'hour' } as const
    const made = await markSigned(stores, context, checkIn, signed, ground, way)
    return endCheckIn(stores, checkIn, ground, made, { assertionHash, openedSessionId: null })
  })
  if (ended === 'counter-regression') return refuseSuspect(deps, context, signed, 'counter', suspectReasons.counter)
  if (ended !== 'spent') return answerCheckIn(deps, context, checkIn, ended)
  // Another request with the same answer was faster.
  return (await repeatAnswer(deps, context, await storage.checkIns.find(checkIn.id), assertionHash)).answer
}

/** The session may have moved to another room since. A teacher’s own screen goes along, and one without a room with each class. */
function hasLeft({ roomId, teacherId }: NonNullable<RequestContext['screen']>, session: SessionToMark): boolean {
  const goesAlong = roomId === null && (teacherId !== null || session.course === undefined)
  return !goesAlong && session.roomId !== roomId
}
