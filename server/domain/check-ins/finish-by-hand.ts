import type { CheckInMark, FinishedCheckIn } from '#contract/check-in.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { Account } from '../accounts/stores.ts'
import { wayOf } from '../attendance/way-of-mark.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import type { SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { wholeOf } from '../whole-group.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeRoom, describeStudent } from './describe-check-in.ts'
import type { HandCheckIn, KeptHandCheckIn } from './hand-stores.ts'
import { markByHand, type SignedList } from './mark-by-hand.ts'

type CheckedSignature = Pick<SignedList, 'passkey'> & {
  readonly account: Account
  readonly assertion: SignedList['assertion'] | SuspectCause
}

type HandDeps = Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>

/**
 * Finishes marks by hand: checks the institute's signature, then marks the whole list in one transaction. A wrong answer
 * burns the check-in; a repeated one gets the first answer again. Throws user_unauthorized, passkey-login-needed;
 * check-in-refused for every answer that is not right; own-passkey-unusable for the right one of a suspect passkey;
 * document_not_found for a student who has left since; hand-too-late,
 * general_rate_limit_exceeded.
 */
export async function finishByHand(
  deps: HandDeps,
  context: RequestContext,
  id: string,
  credential: AuthenticationCredential,
): Promise<FinishedCheckIn> {
  await enter('check-ins.finish', context, 'check-in.hand')
  const { session } = requireCaller(context)
  const { storage } = deps
  const binding = sessionBinding(session.id)
  const checkIn = await storage.handCheckIns.find(id)
  if (checkIn?.sessionBinding !== binding) throw new Problem('check-in-refused')
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  if (checkIn.assertionHash !== null) return repeat(deps, checkIn, assertionHash)
  const counted = [[requestLimits.finishPasskeyLogin.byBinding, binding]] as const
  const check = () => checkSignature(deps, checkIn, credential)
  const checked = await context.limiter.attempt(counted, check, (result) => typeof result?.assertion !== 'object')
  if (!checked) {
    await storage.briefTransaction((stores) => stores.handCheckIns.burn(id))
    await record(storage, context, { action: 'passkey.assert', outcome: 'refused', subject: checkIn.organisationId })
    throw new Problem('check-in-refused')
  }
  const { account, passkey, assertion } = checked
  if (typeof assertion === 'string') {
    await storage.briefTransaction((stores) => stores.handCheckIns.burn(id))
    await reportSuspect(deps, context, account, passkey, assertion)
    throw new Problem('own-passkey-unusable')
  }
  const marked = await markByHand(deps, context, { checkIn, passkey, assertion, credential, assertionHash })
  if (marked === 'counter-regression') {
    await reportSuspect(deps, context, account, passkey, 'counter')
    throw new Problem('own-passkey-unusable')
  }
  if (marked === 'marked') return answer(deps, checkIn)
  // Another request with the same answer was faster.
  const kept = await storage.handCheckIns.find(id)
  if (!kept) throw new Problem('check-in-refused')
  return repeat(deps, kept, assertionHash)
}

/** Undefined for every answer that is not right; a cause for the right one of a suspect passkey. */
async function checkSignature(
  { storage, relyingParty, assertionVerifier }: HandDeps,
  checkIn: HandCheckIn,
  credential: AuthenticationCredential,
): Promise<CheckedSignature | undefined> {
  const found = await storage.passkeys.findWithOwner(credential.id)
  if (found?.owner.id !== checkIn.organisationId) return undefined
  const { passkey, owner: account } = found
  if (await isHeld(storage, passkey, 'step-up', account.id)) return undefined
  const challenge = checkInChallenge(handFacts(checkIn))
  const assertion = await assertionVerifier.verify({ relyingParty, credential, challenge, account, passkey })
  return assertion && { account, passkey, assertion }
}

async function repeat(deps: HandDeps, checkIn: KeptHandCheckIn, assertionHash: string): Promise<FinishedCheckIn> {
  if (checkIn.assertionHash !== assertionHash) throw new Problem('check-in-refused')
  return answer(deps, checkIn)
}

async function answer(
  { storage }: HandDeps,
  { id, organisationId, attendanceSessionId, students }: HandCheckIn,
): Promise<FinishedCheckIn> {
  const room = await storage.checkIns.findRoom(attendanceSessionId)
  if (!room) throw new Problem('document_not_found')
  const running = await storage.attendance.findRunning(wholeOf(organisationId))
  const marks: CheckInMark[] = []
  for (const studentId of students) {
    const member = await storage.memberships.findMember(organisationId, studentId)
    const mark = await storage.checkIns.findMark(attendanceSessionId, studentId)
    if (!member || !mark) throw new Problem('document_not_found')
    const isOther = running !== undefined && running.id !== attendanceSessionId
    const isUnmarked = isOther && !(await storage.checkIns.findMark(running.id, studentId))
    marks.push({
      student: describeStudent(member, room, isUnmarked),
      outcome: mark.proofId === id ? 'counted' : mark.isWithdrawn ? 'withdrawn' : 'already-marked',
      markedAt: mark.markedAt,
      way: wayOf(mark.method),
    })
  }
  const serverTime = await storage.now()
  return { way: 'hand', session: describeRoom(room), marks, loggedIn: false, sharedBrowser: false, serverTime }
}
