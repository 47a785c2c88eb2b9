import type { BeginCheckInInput } from '#contract/check-in.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import type { Door } from '../doors.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { assertUnlocked } from '../own-session.ts'
import { ceremonyTimeoutMs } from '../passkeys/ceremony-settings.ts'
import { makeRequestOptions } from '../passkeys/open-assertion.ts'
import { Problem } from '../problem.ts'
import { readCells } from '../register/cells.ts'
import { courseSessionsOf } from '../session-scope.ts'
import { requireUsable } from './begin-by-hand.ts'
import { checkInChallenge, handFacts } from './challenge.ts'
import { describeSession } from './describe-check-in.ts'
import type { HandCheckIn, RollCallEntry, SeenCell } from './hand-stores.ts'
import type { Offer, OfferDeps } from './offer-by-room-code.ts'

type RollCallInput = Extract<BeginCheckInInput, { readonly way: 'roll-call' }>

/**
 * Begins a roll call of a session of a course: options for the person's own passkey, whose challenge is over session, people
 * and statuses. What holds already is left out; where something else holds, a reason is asked. Throws user_unauthorized,
 * passkey-login-needed, own-record; document_not_found for a session or a person that is not the caller's; session-locked,
 * roll-call-reason, roll-call-empty, own-passkey-missing, own-passkey-unusable, general_rate_limit_exceeded.
 */
export async function beginRollCall(
  deps: OfferDeps,
  door: Door<'check-in.hand'>,
  input: RollCallInput,
): Promise<Offer> {
  const { organisationId, by } = door.actor
  const login = door.caller.session
  const { storage, random, relyingParty } = deps
  await door.limiter.count(requestLimits.markByHand.byAccount, by.id)
  const session = await storage.checkIns.findSession(courseSessionsOf(organisationId), input.session)
  if (!session) throw new Problem('document_not_found')
  await requireOwnGroup(storage, door, session.groupId)
  const wanted = new Map(input.statuses.map(({ person, status }) => [person, status]))
  const rows = await storage.courseReads.readRegister(session.groupId, { sessionId: session.id })
  // After what it saw: each mark and ruling that was there is older.
  const now = await storage.now()
  assertUnlocked(door, session, now)
  const listed = readCells(rows, now).filter(({ person }) => wanted.has(person.personId))
  if (listed.length < wanted.size) throw new Problem('document_not_found')
  refuseOwnRecord(
    by,
    listed.flatMap(({ person }) => person.studentId ?? []),
  )
  const rollCall: RollCallEntry[] = []
  const seen: SeenCell[] = []
  for (const { person, cells } of listed) {
    const [cell] = cells
    const status = wanted.get(person.personId)
    if (status === undefined) continue
    const stands = cell && (cell.mark ?? cell.ruling) ? cell.truth?.status : undefined
    if (stands === status) continue
    if (stands !== undefined && input.reason === '') throw new Problem('roll-call-reason')
    rollCall.push({ personId: person.personId, status })
    seen.push({ sequence: cell?.ruling?.sequence ?? 0, hasMark: cell?.mark != null })
  }
  if (rollCall.length === 0) throw new Problem('roll-call-empty')
  const checkIn: HandCheckIn = {
    id: random.id(),
    organisationId,
    attendanceSessionId: session.id,
    students: [],
    rollCall,
    seen,
    reason: input.reason,
    nonce: random.secret(),
    origin: relyingParty.origin,
    begunAt: now,
    sessionBinding: sessionBinding(login.id),
    expiresAt: now + ceremonyTimeoutMs,
  }
  const passkeys = await requireUsable(storage, await storage.passkeys.listOf(by.id))
  const options = await makeRequestOptions(deps, passkeys, 'check-in', checkInChallenge(handFacts(checkIn)))
  await storage.briefTransaction((stores) => stores.handCheckIns.open(checkIn))
  return {
    way: 'roll-call',
    session: describeSession(session),
    goodUntil: checkIn.expiresAt,
    state: 'ready',
    student: null,
    ceremony: { id: checkIn.id, options },
    serverTime: now,
  }
}
