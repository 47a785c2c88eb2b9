import type { CheckInMark, FinishedCheckIn } from '#contract/check-in.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { MarkEvidence } from '../sessions/stores.ts'
import { assertInTime } from './begin-by-hand.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import type { HandCheckIn, KeptHandCheckIn, MarkedList } from './hand-stores.ts'
import { makeMarks, recordMarks } from './make-mark.ts'
import { markRollCall } from './mark-roll-call.ts'
import { resultOf } from './mark-signed.ts'
import {
  type Answer,
  hashAnswer,
  makeHandSignature,
  refuseSuspect,
  requireSignature,
  type Signed,
} from './require-signature.ts'

type HandDeps = Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>

const suspect = 'own-passkey-unusable'

/**
 * Finishes marks by hand or a roll call: checks the institute's signature, then writes the whole list in one transaction. A
 * wrong answer burns the check-in; a repeated one gets the first answer again. Throws user_unauthorized, passkey-login-needed;
 * check-in-refused for every answer that is not right; own-passkey-unusable for the right one of a suspect passkey;
 * document_not_found for a student who has left since; hand-too-late, roll-call-moved, general_rate_limit_exceeded.
 * `checkIn`: undefined for an unknown or expired one.
 */
export async function finishByHand(
  deps: HandDeps,
  door: Door<'check-in.hand'>,
  checkIn: KeptHandCheckIn | undefined,
  answer: Answer,
): Promise<FinishedCheckIn> {
  const { storage } = deps
  const binding = sessionBinding(door.caller.session.id)
  if (checkIn?.sessionBinding !== binding) throw new Problem('check-in-refused')
  const { id, organisationId } = checkIn
  const assertionHash = hashAnswer(answer.credential)
  if (checkIn.assertionHash !== null) return repeatList(deps, checkIn, assertionHash)
  const { signer } = answer
  const isOwn = signer?.owner.id === door.actor.by.id
  const asked = {
    kept: 'handCheckIns',
    id,
    challenge: checkInChallenge(handFacts(checkIn)),
    maySign: isOwn && !(await isHeld(storage, signer.passkey, 'step-up', undefined)),
    mustNameAccount: false,
    limit: requestLimits.finishPasskeyLogin.byBinding,
    binding,
    subject: organisationId,
    suspectReasons: { counter: suspect, 'backup-eligibility': suspect },
  } as const
  const signed = await requireSignature(deps, door, asked, answer)
  const marked = await (checkIn.rollCall ? markRollCall : markByHand)(deps, door, checkIn, signed)
  if (marked === 'counter-regression') return refuseSuspect(deps, door, signed, 'counter', suspect)
  if (marked !== 'spent') return answerList(checkIn, marked)
  // Another request with the same answer was faster.
  return repeatList(deps, await storage.handCheckIns.find(id), assertionHash)
}

/**
 * Makes all marks of a signed list, with all that belongs to them: all or nothing. Everything is locked and read first and
 * decided then; the writes that follow need no answers. A session whose numbers are settled is counted again. 'spent':
 * another request has finished or burnt this check-in meanwhile. Throws hand-too-late, document_not_found.
 */
async function markByHand(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  checkIn: KeptHandCheckIn,
  signed: Signed,
): Promise<MarkedList | 'spent' | 'counter-regression'> {
  const { id, organisationId, attendanceSessionId, begunAt } = checkIn
  const { credentialId } = signed.passkey
  const { counter, backupEligible, backedUp } = signed.assertion
  return storage.transaction(async (stores) => {
    const locked = await stores.handCheckIns.lockToMark(checkIn, credentialId)
    const { session, now, marks: earlier, unmarked } = locked
    const members = checkIn.students.toSorted().flatMap((student) => locked.members.get(student) ?? [])
    if (members.length < checkIn.students.length || !session) throw new Problem('document_not_found')
    assertInTime(session, now)
    if (!locked.checkIn || locked.checkIn.assertionHash !== null) return 'spent'
    if (!locked.passkey || !mayFollow(locked.passkey, counter)) return 'counter-regression'
    await stores.passkeys.saveUse(credentialId, counter, backedUp, now)
    const attachment = readAttachment(signed.credential)
    const evidence: MarkEvidence = { attachment, userVerified: true, backupEligible, backedUp, flags: [] }
    const wanted = { method: 'hand', credentialId, proofId: id, begunAt, evidence, now } as const
    const earlierOf = (studentId: string) => earlier.get(studentId)
    const made = await makeMarks(stores, members, session, kindOf(session).afterMark('session'), wanted, earlierOf)
    await recordMarks(stores, context, session, ...made.map((one) => one.made))
    const counted = made.flatMap(({ made: { outcome, mark } }) => (outcome === 'counted' ? mark.studentId : []))
    await stores.rulings.recount(attendanceSessionId, counted, 1)
    await publishOrganisationUpdate(stores, organisationId, now)
    await stores.handCheckIns.finish(id, makeHandSignature(signed))
    const results = made.map((one) => resultOf(one.member, one.made, earlierOf(one.member.student.id)))
    return {
      session,
      now,
      unmarked,
      members: new Map(results.map(({ member }) => [member.student.id, member])),
      marks: new Map(results.flatMap(({ member, mark }) => (mark ? [[member.student.id, mark]] : []))),
    }
  })
}

/** The first answer once more. Throws check-in-refused for another answer, document_not_found. */
async function repeatList(
  { storage }: HandDeps,
  checkIn: KeptHandCheckIn | undefined,
  assertionHash: string,
): Promise<FinishedCheckIn> {
  if (checkIn?.assertionHash !== assertionHash) throw new Problem('check-in-refused')
  const { organisationId, attendanceSessionId, students } = checkIn
  const session = await storage.checkIns.findSession({ organisationId }, attendanceSessionId)
  if (!session) throw new Problem('document_not_found')
  const members = await storage.memberships.findMembers(organisationId, students)
  const marks = await storage.handCheckIns.findMarks(checkIn)
  const unmarked = await storage.handCheckIns.listUnmarked(checkIn)
  return answerList(checkIn, { session, members, marks, unmarked, now: await storage.now() })
}

/** In the order of the list. Throws document_not_found for a student who is no member, or without a mark. */
function answerList(
  { id, students, rollCall }: HandCheckIn,
  { session, members, marks, unmarked, now }: MarkedList,
): FinishedCheckIn {
  const described = students.map((studentId): CheckInMark => {
    const member = members.get(studentId)
    const mark = marks.get(studentId)
    if (!member || !mark) throw new Problem('document_not_found')
    return {
      student: describeStudent(member, session, unmarked.has(studentId)),
      outcome: mark.proofId === id ? 'counted' : mark.isWithdrawn ? 'withdrawn' : 'already-marked',
      markedAt: mark.markedAt,
      way: mark.way,
    }
  })
  return {
    way: rollCall ? 'roll-call' : 'hand',
    session: describeSession(session),
    marks: described,
    loggedIn: false,
    sharedBrowser: false,
    serverTime: now,
  }
}
