import type { BeginCheckInInput } from '#contract/check-in.ts'
import { canonicalRollNumber, joinNames } from '#contract/text-fields.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import type { Door } from '../doors.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { countRequest } from '../limits/count-request.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { reachOf } from '../own-session.ts'
import { ceremonyTimeoutMs } from '../passkeys/ceremony-settings.ts'
import { makeRequestOptions } from '../passkeys/open-assertion.ts'
import type { CanonicalName } from '../passkeys/stores.ts'
import { requireMarkingPasskeys } from '../passkeys/usable-passkeys.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { wholeOf } from '../whole-group.ts'
import { findSessionOfScreen, requireAskingScreen } from './asking-screen.ts'
import { checkInChallenge } from './challenge.ts'
import { describeSession } from './describe-check-in.ts'
import type { Offer, OfferDeps } from './offer-by-room-code.ts'
import { screenFacts } from './screen-facts.ts'
import type { CheckIn, SessionToMark } from './stores.ts'

type ScreenInput = Extract<BeginCheckInInput, { readonly way: 'screen' }>

/**
 * Begins a check-in at the institute's screen, be it a login or a paired screen: looks the student up, and makes options
 * for one of the student's passkeys. A new one for this student replaces the open one of this screen. Throws
 * user_unauthorized, passkey-login-needed;
 * attendance-not-started; document_not_found for a session that is not the caller's, for unknown students and those of other institutes alike;
 * student-email-not-verified, student-passkey-missing, passkey-suspect, passkey-changed, passkey-held, general_rate_limit_exceeded.
 */
export async function beginAtScreen(
  deps: OfferDeps,
  door: Door<'check-in.screen'>,
  input: ScreenInput,
): Promise<Offer> {
  const { bySession, byScreen } = requestLimits.beginStudentPasskeyCheck
  const { organisationId, binding } = requireAskingScreen(door)
  const { storage, random } = deps
  const isNamed = input.session !== undefined && !door.screen
  // Together, so that they wait once. Beyond the limit nothing of what was read is used.
  const [, session, member, now] = await Promise.all([
    countRequest(door, [door.screen ? byScreen : bySession]),
    findSession(storage, door, input),
    storage.passkeys.findMemberByName(organisationId, canonicalName(input)),
    storage.now(),
  ])
  if (!session) throw new Problem(isNamed ? 'document_not_found' : 'attendance-not-started')
  if (!isNamed) await requireOwnGroup(storage, door, session.groupId)
  if (!member) throw new Problem('document_not_found')
  if (!member.isEmailVerified) throw new Problem('student-email-not-verified')
  const { id: studentId, firstName, lastName, rollNumber } = member.student
  // Before the own login a person would be the only one to see that this person is here.
  refuseOwnRecord(door.actor.by, [studentId])
  const passkeys = await requireMarkingPasskeys(storage, member.passkeys, organisationId)
  if (now >= session.endsAt) throw new Problem('attendance-ended')
  const facts = screenFacts(deps, door, {
    studentId,
    attendanceSessionId: session.id,
    nonce: random.secret(),
    begunAt: now,
  })
  const checkIn: CheckIn = {
    ...facts,
    id: random.id(),
    browserHash: '',
    sessionBinding: binding,
    ticketHash: hashSecret(`${binding} ${studentId}`),
    expiresAt: now + ceremonyTimeoutMs,
  }
  const options = await makeRequestOptions(deps, passkeys, 'mark-std', checkInChallenge(checkIn))
  await storage.briefTransaction((stores) => stores.checkIns.open(checkIn))
  return {
    way: 'screen',
    session: describeSession(session),
    goodUntil: Math.min(checkIn.expiresAt, session.endsAt),
    state: 'ready',
    // Before the ceremony, a screen that others see says nothing about the student's attendance.
    student: { id: studentId, name: joinNames(firstName, lastName), rollNumber, working: null },
    ceremony: { id: checkIn.id, options },
    serverTime: now,
  }
}

/** The session that is named, what a paired screen shows, or the institute's class. */
function findSession(
  { checkIns }: Pick<Stores, 'checkIns'>,
  door: Door<'check-in.screen'>,
  { session: id }: ScreenInput,
): Promise<SessionToMark | undefined> {
  if (door.screen) return findSessionOfScreen({ checkIns }, door.screen)
  const { organisationId } = door.actor
  return id === undefined ? checkIns.findRunning(wholeOf(organisationId)) : checkIns.findSession(reachOf(door), id)
}

/** An email that is none is no student's, as every unknown one is. */
function canonicalName({ rollNumber, email }: ScreenInput): CanonicalName {
  return rollNumber === undefined
    ? { canonicalEmail: (email && canonicalEmail(email)) ?? '' }
    : { canonicalRollNumber: canonicalRollNumber(rollNumber) }
}
