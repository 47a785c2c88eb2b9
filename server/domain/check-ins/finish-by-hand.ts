import type { CheckInMark, FinishedCheckIn } from '#contract/check-in.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { Account } from '../accounts/stores.ts'
import { wayOf } from '../attendance/way-of-mark.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import type { OwnedPasskey, SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeRoom, describeStudent } from './describe-check-in.ts'
import type { HandCheckIn, KeptHandCheckIn } from './hand-stores.ts'
import { type MarkedList, markByHand, type SignedList } from './mark-by-hand.ts'

type CheckedSignature = Pick<SignedList, 'passkey'> & {
  readonly account: Account
  readonly assertion: SignedList['assertion'] | SuspectCause
}

/** An answer to marks by hand, with the passkey that it names. `checkIn`: undefined for an unknown or expired one. */
type AnsweredList = Pick<SignedList, 'credential'> & {
  readonly checkIn: KeptHandCheckIn | undefined
  readonly signer: OwnedPasskey | undefined
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
  { checkIn, signer, credential }: AnsweredList,
): Promise<FinishedCheckIn> {
  await enter('check-ins.finish', context, 'check-in.hand')
  const { session } = requireCaller(context)
  const { storage } = deps
  const binding = sessionBinding(session.id)
  if (checkIn?.sessionBinding !== binding) throw new Problem('check-in-refused')
  const { id } = checkIn
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  if (checkIn.assertionHash !== null) return repeat(deps, checkIn, assertionHash)
  const counted = [[requestLimits.finishPasskeyLogin.byBinding, binding]] as const
  const check = () => checkSignature(deps, { checkIn, signer, credential })
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
  if (marked !== 'spent') return answer(checkIn, marked)
  // Another request with the same answer was faster.
  const kept = await storage.handCheckIns.find(id)
  if (!kept) throw new Problem('check-in-refused')
  return repeat(deps, kept, assertionHash)
}

/** Undefined for every answer that is not right; a cause for the right one of a suspect passkey. */
async function checkSignature(
  { storage, relyingParty, assertionVerifier }: HandDeps,
  { checkIn, signer, credential }: AnsweredList & { readonly checkIn: HandCheckIn },
): Promise<CheckedSignature | undefined> {
  if (signer?.owner.id !== checkIn.organisationId) return undefined
  const { passkey, owner: account } = signer
  if (await isHeld(storage, passkey, 'step-up', account.id)) return undefined
  const challenge = checkInChallenge(handFacts(checkIn))
  const assertion = await assertionVerifier.verify({ relyingParty, credential, challenge, account, passkey })
  return assertion && { account, passkey, assertion }
}

async function repeat(
  { storage }: HandDeps,
  checkIn: KeptHandCheckIn,
  assertionHash: string,
): Promise<FinishedCheckIn> {
  if (checkIn.assertionHash !== assertionHash) throw new Problem('check-in-refused')
  const { organisationId, attendanceSessionId, students } = checkIn
  const room = await storage.checkIns.findRoom(attendanceSessionId)
  if (!room) throw new Problem('document_not_found')
  const members = await storage.memberships.findMembers(organisationId, students)
  const marks = await storage.handCheckIns.findMarks(checkIn)
  const unmarked = await storage.handCheckIns.listUnmarked(checkIn)
  return answer(checkIn, { room, members, marks, unmarked, now: await storage.now() })
}

/** In the order of the list. Throws document_not_found for a student who is no member, or without a mark. */
function answer({ id, students }: HandCheckIn, { room, members, marks, unmarked, now }: MarkedList): FinishedCheckIn {
  const described = students.map((studentId): CheckInMark => {
    const member = members.get(studentId)
    const mark = marks.get(studentId)
    if (!member || !mark) throw new Problem('document_not_found')
    return {
      student: describeStudent(member, room, unmarked.has(studentId)),
      outcome: mark.proofId === id ? 'counted' : mark.isWithdrawn ? 'withdrawn' : 'already-marked',
      markedAt: mark.markedAt,
      way: wayOf(mark.method),
    }
  })
  const session = describeRoom(room)
  return { way: 'hand', session, marks: described, loggedIn: false, sharedBrowser: false, serverTime: now }
}
