import type { BeginCheckInInput } from '#contract/check-in.ts'
import { handMarkMs } from '#contract/rules.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import type { Door } from '../doors.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { ceremonyTimeoutMs } from '../passkeys/ceremony-settings.ts'
import { makeRequestOptions } from '../passkeys/open-assertion.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { pickUsable } from '../passkeys/usable-passkeys.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeSession } from './describe-check-in.ts'
import type { HandCheckIn } from './hand-stores.ts'
import type { Offer, OfferDeps } from './offer-by-room-code.ts'
import type { SessionToMark } from './stores.ts'

type HandInput = Extract<BeginCheckInInput, { readonly way: 'hand' }>

/**
 * Begins marks by hand: options for the institute's own passkey, whose challenge is over session, list and reason. Throws
 * user_unauthorized, passkey-login-needed; document_not_found for a session or student that is not the caller's;
 * hand-too-late, own-passkey-missing, own-passkey-unusable, general_rate_limit_exceeded.
 */
export async function beginByHand(deps: OfferDeps, door: Door<'check-in.hand'>, input: HandInput): Promise<Offer> {
  const { organisationId, by } = door.actor
  refuseOwnRecord(by, input.students)
  const { storage } = deps
  const students = [...new Set(input.students)]
  // Together, so that they wait once. Beyond the limit nothing of what was read is used.
  const [, found, ownPasskeys] = await Promise.all([
    door.limiter.count(requestLimits.markByHand.byAccount, by.id),
    storage.handCheckIns.findListed(input.session, students),
    storage.passkeys.listOf(by.id),
  ])
  if (found?.session.organisationId !== organisationId) throw new Problem('document_not_found')
  await requireOwnGroup(storage, door, found.session.groupId)
  const { session, expected, now } = found
  assertInTime(session, now)
  // Who joined after the end was not expected in this class.
  if (expected < students.length) throw new Problem('document_not_found')
  const list = { students, rollCall: null, seen: [], reason: input.reason }
  return offerToSign(deps, door, session, list, ownPasskeys, now)
}

/** What a person of the institute signs, but for what each list has in common. */
type ListToSign = Pick<HandCheckIn, 'students' | 'rollCall' | 'seen' | 'reason'>

/**
 * Keeps a begun list, with options for one of the person's own passkeys, whose challenge is over it. `now`: epoch ms. Throws
 * own-passkey-missing, own-passkey-unusable.
 */
export async function offerToSign(
  deps: OfferDeps,
  door: Door<'check-in.hand'>,
  session: SessionToMark,
  list: ListToSign,
  ownPasskeys: readonly Passkey[],
  now: number,
): Promise<Offer> {
  const { storage, random, relyingParty } = deps
  const checkIn: HandCheckIn = {
    ...list,
    id: random.id(),
    organisationId: session.organisationId,
    attendanceSessionId: session.id,
    nonce: random.secret(),
    origin: relyingParty.origin,
    begunAt: now,
    sessionBinding: sessionBinding(door.caller.session.id),
    expiresAt: now + ceremonyTimeoutMs,
  }
  const passkeys = await requireUsable(storage, ownPasskeys)
  const options = await makeRequestOptions(deps, passkeys, 'check-in', checkInChallenge(handFacts(checkIn)))
  await storage.briefTransaction((stores) => stores.handCheckIns.open(checkIn))
  const { id, expiresAt, rollCall } = checkIn
  return {
    way: rollCall ? 'roll-call' : 'hand',
    session: describeSession(session),
    goodUntil: rollCall ? expiresAt : Math.min(expiresAt, session.endsAt + handMarkMs),
    state: 'ready',
    student: null,
    ceremony: { id, options },
    serverTime: now,
  }
}

/** Throws hand-too-late. `now`: epoch ms. */
export function assertInTime({ endsAt }: SessionToMark, now: number): void {
  if (now >= endsAt + handMarkMs) throw new Problem('hand-too-late')
}

/** Throws own-passkey-missing, own-passkey-unusable. */
async function requireUsable(
  stores: Pick<Stores, 'passkeys' | 'staff' | 'now'>,
  all: readonly Passkey[],
): Promise<Passkey[]> {
  if (all.length === 0) throw new Problem('own-passkey-missing')
  const usable = await pickUsable(stores, all, 'step-up', undefined)
  if (usable.length === 0) throw new Problem('own-passkey-unusable')
  return usable
}
