import type { CheckInMark, FinishedCheckIn } from '#contract/check-in.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { sessionsOf } from '../session-scope.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import { type Answer, type FinishWay, finishSigned } from './finish-signed.ts'
import type { HandCheckIn, KeptHandCheckIn } from './hand-stores.ts'
import { type MarkedList, markByHand } from './mark-by-hand.ts'
import { markRollCall } from './mark-roll-call.ts'

/** `checkIn`: undefined for an unknown or expired one. */
type AnsweredList = Omit<Answer<KeptHandCheckIn>, 'checkIn'> & { readonly checkIn: KeptHandCheckIn | undefined }

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
  door: Door<'check-in.hand'>,
  { checkIn, signer, credential }: AnsweredList,
): Promise<FinishedCheckIn> {
  const { session } = door.caller
  const binding = sessionBinding(session.id)
  if (checkIn?.sessionBinding !== binding) throw new Problem('check-in-refused')
  return finishSigned(deps, door, byHand(deps, door, checkIn, binding), { checkIn, signer, credential })
}

function byHand(
  deps: HandDeps,
  context: RequestContext,
  checkIn: KeptHandCheckIn,
  binding: string,
): FinishWay<KeptHandCheckIn, MarkedList, FinishedCheckIn> {
  const { storage } = deps
  const { id, organisationId } = checkIn
  return {
    endOf: ({ assertionHash }) => assertionHash,
    find: () => storage.handCheckIns.find(id),
    repeat: (kept) => repeat(deps, kept),
    challenge: checkInChallenge(handFacts(checkIn)),
    maySign: async ({ owner, passkey }) =>
      owner.id === requireActor(context).by.id && !(await isHeld(storage, passkey, 'step-up', undefined)),
    mustNameAccount: false,
    misses: { limit: requestLimits.finishPasskeyLogin.byBinding, binding },
    burn: () => storage.briefTransaction((stores) => stores.handCheckIns.burn(id)),
    subject: organisationId,
    suspectReason: () => 'own-passkey-unusable',
    mark: (signed) => (checkIn.rollCall ? markRollCall : markByHand)(deps, context, signed),
    answer: (marked) => answer(checkIn, marked),
  }
}

async function repeat({ storage }: HandDeps, checkIn: KeptHandCheckIn): Promise<FinishedCheckIn> {
  const { organisationId, attendanceSessionId, students } = checkIn
  const session = await storage.checkIns.findSession(sessionsOf(organisationId), attendanceSessionId)
  if (!session) throw new Problem('document_not_found')
  const members = await storage.memberships.findMembers(organisationId, students)
  const marks = await storage.handCheckIns.findMarks(checkIn)
  const unmarked = await storage.handCheckIns.listUnmarked(checkIn)
  return answer(checkIn, { session, members, marks, unmarked, now: await storage.now() })
}

/** In the order of the list. Throws document_not_found for a student who is no member, or without a mark. */
function answer(
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
