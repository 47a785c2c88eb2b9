import type { CheckInOffer, OfferState } from '#contract/check-in.ts'
import { kindOf, type RequestContext } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import type { Member } from '../membership/stores.ts'
import { sessionBinding } from '../passkeys/binding.ts'
import { ceremonyTimeoutMs } from '../passkeys/ceremony-settings.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { makeRequestOptions, type RequestOptions } from '../passkeys/open-assertion.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkInChallenge } from './challenge.ts'
import { describeRoom, describeStudent } from './describe-check-in.ts'
import { type ScanTicket, scanTicketMs } from './scan-ticket.ts'
import type { CheckIn, Room } from './stores.ts'

export type OfferDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty'>

/** An offer as the library makes its options. */
export type Offer = Omit<CheckInOffer, 'ceremony'> & {
  readonly ceremony: { readonly id: string; readonly options: RequestOptions } | null
}

/** Without a ceremony: nothing can be signed yet, or nothing needs to be. */
type Standing = { readonly state: OfferState; readonly member?: Member; readonly passkeys?: readonly Passkey[] }

/**
 * What this browser can do with its ticket now, and a begun check-in where it can go on. Throws attendance-ended,
 * room-code-off.
 */
export async function offerByRoomCode(
  deps: OfferDeps,
  context: RequestContext,
  room: Room,
  ticket: ScanTicket,
  sealed: string,
): Promise<Offer> {
  const { storage } = deps
  const now = await storage.now()
  assertOpen(room, now)
  const { state, member, passkeys } = await findStanding(deps, context, room)
  const ticketEndsAt = ticket.scannedAt + scanTicketMs
  const offer = {
    way: 'room-code',
    session: describeRoom(room),
    state,
    student: member ? describeStudent(member, room) : null,
    serverTime: now,
  } as const
  if (passkeys === undefined) return { ...offer, goodUntil: ticketEndsAt, ceremony: null }
  const checkIn: CheckIn = {
    id: deps.random.id(),
    way: 'room-code',
    nonce: deps.random.secret(),
    origin: deps.relyingParty.origin,
    organisationId: room.session.organisationId,
    attendanceSessionId: room.session.id,
    boundStudentId: member?.student.id ?? null,
    place: String(ticket.step),
    begunAt: now,
    browserHash: ticket.browserHash,
    sessionBinding: context.caller ? sessionBinding(context.caller.session.id) : null,
    ticketHash: hashSecret(sealed),
    expiresAt: now + ceremonyTimeoutMs,
  }
  const options = await makeRequestOptions(deps, passkeys, 'check-in', checkInChallenge(checkIn))
  await storage.briefTransaction((stores) => stores.checkIns.open(checkIn))
  return { ...offer, goodUntil: Math.min(ticketEndsAt, checkIn.expiresAt), ceremony: { id: checkIn.id, options } }
}

/** Throws attendance-ended, room-code-off. `now`: epoch ms. */
export function assertOpen({ session, hasRoomCode }: Room, now: number): void {
  if (now >= session.endsAt) throw new Problem('attendance-ended')
  if (!hasRoomCode) throw new Problem('room-code-off')
}

async function findStanding({ storage }: OfferDeps, context: RequestContext, room: Room): Promise<Standing> {
  const { caller } = context
  // The passkey will say who it is.
  if (!caller) return { state: 'log-in', passkeys: [] }
  const kind = kindOf(context)
  if (kind === 'unverified') return { state: 'unverified' }
  if (kind !== 'STD') return { state: 'not-a-student' }
  const { organisationId, id } = room.session
  const member = await storage.memberships.findMember(organisationId, caller.account.id)
  if (!member) return { state: 'not-a-member' }
  const mark = await storage.checkIns.findMark(id, caller.account.id)
  if (mark) return { state: mark.isWithdrawn ? 'withdrawn' : 'already-marked', member }
  const all = await storage.passkeys.listOf(caller.account.id)
  if (all.length === 0) return { state: 'no-passkey', member }
  const trusted = all.filter(({ isSuspect }) => !isSuspect)
  if (trusted.length === 0) return { state: 'refused', member }
  const usable: Passkey[] = []
  for (const passkey of trusted) {
    if (!(await isHeld(storage, passkey, 'mark-std', organisationId))) usable.push(passkey)
  }
  return usable.length === 0 ? { state: 'held', member } : { state: 'ready', member, passkeys: usable }
}
