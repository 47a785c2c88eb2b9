import type { RequestOptions } from '#contract/ceremony-options.ts'
import type { CheckInOffer, OfferState } from '#contract/check-in.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { callerKindOf } from '../callers.ts'
import type { Deps } from '../deps.ts'
import { kindOf } from '../groups/kind-of.ts'
import { ceremonyTimeoutMs } from '../passkeys/ceremony-settings.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { makeRequestOptions } from '../passkeys/open-assertion.ts'
import { suspectStates } from '../passkeys/readiness.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { findCommonCause } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import type { KeptMark } from '../sessions/stores.ts'
import { checkInChallenge } from './challenge.ts'
import { describeSession, describeStudent } from './describe-check-in.ts'
import { markStandsInCourse, standsInCourse } from './in-course.ts'
import { type ScanTicket, scanTicketMs } from './scan-ticket.ts'
import { addCheckIn } from './sealed-check-in.ts'
import type { Attendee, CheckIn, SessionToMark, VisitedSession } from './stores.ts'

export type OfferDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty'>

export type RoomCodeDeps = OfferDeps & Pick<Deps, 'installationKey'>

/** An offer as the library makes its options. */
export type Offer = Omit<CheckInOffer, 'ceremony'> & {
  readonly ceremony: { readonly id: string; readonly options: RequestOptions } | null
}

/** Without a ceremony: nothing can be signed yet, or nothing needs to be. */
type Standing = {
  readonly state: OfferState
  readonly member?: Attendee
  readonly passkeys?: readonly Passkey[]
  readonly heldUntil?: number
}

/** What a browser can do, and the ticket that it holds from then on. */
export type OfferWithTicket = { readonly offer: Offer; readonly ticket: string }

/**
 * What this browser can do with its ticket now, and a begun check-in where it can go on: of an account in the database, of
 * a browser without a login in its ticket. Throws attendance-ended, room-code-off.
 */
export async function offerByRoomCode(
  deps: RoomCodeDeps,
  context: RequestContext,
  visit: VisitedSession,
  ticket: ScanTicket,
  sealed: string,
): Promise<OfferWithTicket> {
  const { session, now } = visit
  assertOpen(session, now)
  const { state, member, passkeys, heldUntil } = await findStanding(deps, context, visit)
  const isGuest = member?.isGuest ?? false
  const ticketEndsAt = ticket.scannedAt + scanTicketMs
  const offer = {
    way: 'room-code',
    session: describeSession(session),
    state,
    student: member ? describeStudent(member, session, member.mark === undefined) : null,
    ...(heldUntil !== undefined && { heldUntil }),
    ...(member?.mark && { mark: describeMark(member.mark) }),
    ...(state === 'already-marked' &&
      member &&
      (await markStandsInCourse(deps.storage, session, isGuest, member.student.id))),
    ...(passkeys && standsInCourse(session, isGuest, now, now + session.setBackMs)),
    serverTime: now,
  } as const
  if (passkeys === undefined) {
    await keep(deps, session, ticket)
    return { offer: { ...offer, goodUntil: ticketEndsAt, ceremony: null }, ticket: sealed }
  }
  const checkIn: CheckIn = {
    id: deps.random.id(),
    way: 'room-code',
    nonce: deps.random.secret(),
    origin: deps.relyingParty.origin,
    organisationId: session.organisationId,
    attendanceSessionId: session.id,
    boundStudentId: member?.student.id ?? null,
    place: String(ticket.step),
    begunAt: now,
    browserHash: ticket.browserHash,
    sessionBinding: context.caller ? sessionBinding(context.caller.session.id) : null,
    ticketHash: hashSecret(sealed),
    expiresAt: now + ceremonyTimeoutMs,
  }
  const options = await makeRequestOptions(deps, passkeys, 'check-in', checkInChallenge(checkIn))
  await keep(deps, session, ticket, context.caller && checkIn)
  const goodUntil = Math.min(ticketEndsAt, checkIn.expiresAt)
  return {
    offer: { ...offer, goodUntil, ceremony: { id: checkIn.id, options } },
    ticket: context.caller ? sealed : addCheckIn(deps.installationKey, sealed, checkIn),
  }
}

function describeMark({ markedAt, way }: KeptMark): NonNullable<Offer['mark']> {
  return { markedAt, way }
}

/** Keeps that the ticket's step was redeemed, and what an account has begun. */
async function keep(
  { storage }: OfferDeps,
  { id, redeemedStep }: SessionToMark,
  { step }: ScanTicket,
  checkIn?: CheckIn,
): Promise<void> {
  const isNewStep = step > redeemedStep
  if (!isNewStep && !checkIn) return
  await storage.briefTransaction(async ({ checkIns }) => {
    if (isNewStep) await checkIns.noteRedeemed(id, step)
    if (checkIn) await checkIns.open(checkIn)
  })
}

/** Throws attendance-ended, room-code-off. `now`: epoch ms. */
export function assertOpen({ endsAt, hasRoomCode }: SessionToMark, now: number): void {
  if (now >= endsAt) throw new Problem('attendance-ended')
  if (!hasRoomCode) throw new Problem('room-code-off')
}

async function findStanding(
  { storage }: OfferDeps,
  context: RequestContext,
  { session, attendee, now }: VisitedSession,
): Promise<Standing> {
  // The passkey will say who it is.
  if (!context.caller) return { state: 'log-in', passkeys: [] }
  const kind = callerKindOf(context)
  if (kind === 'unverified') return { state: 'unverified' }
  if (kind !== 'STD') return { state: 'not-a-student' }
  if (!attendee) return { state: 'not-a-member' }
  const { mark, passkeys: all } = attendee
  const standing = { member: attendee }
  if (mark) return { ...standing, state: mark.isWithdrawn ? 'withdrawn' : 'already-marked' }
  const refused = kindOf(session).refusesMark(session, attendee.isEnrolled, now)
  if (refused) return { ...standing, state: refused }
  if (all.length === 0) return { ...standing, state: 'no-passkey' }
  const cause = findCommonCause(all)
  if (cause !== undefined) return { ...standing, state: suspectStates[cause] }
  const trusted = all.filter(({ suspectBecause }) => suspectBecause === null)
  const usable: Passkey[] = []
  for (const passkey of trusted) {
    if (!(await isHeld(storage, passkey, 'mark-std', session.organisationId))) usable.push(passkey)
  }
  if (usable.length > 0) return { ...standing, state: 'ready', passkeys: usable }
  return { ...standing, state: 'held', heldUntil: Math.min(...trusted.map(({ heldUntil }) => heldUntil ?? now)) }
}
