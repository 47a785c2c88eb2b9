import type { BeginCheckInInput } from '#contract/check-in.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { findOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { readCells } from '../register/cells.ts'
import { refuseRulings } from '../register/rule.ts'
import { offerToSign } from './begin-by-hand.ts'
import type { RollCallEntry, SeenCell } from './hand-stores.ts'
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
  const { by } = door.actor
  const { storage } = deps
  await door.limiter.count(requestLimits.markByHand.byAccount, by.id)
  const session = await findOwnSession(storage, door, input.session)
  if (!kindOf(session).listsRoster) throw new Problem('document_not_found')
  const wanted = new Map(input.statuses.map(({ person, status }) => [person, status]))
  const rows = await storage.courseReads.readRegister(session.groupId, { sessionId: session.id })
  // After what it saw: each mark and ruling that was there is older.
  const now = await storage.now()
  const listed = readCells(rows, now).filter(({ person }) => wanted.has(person.personId))
  if (listed.length < wanted.size) throw new Problem('document_not_found')
  const rollCall: RollCallEntry[] = []
  const seen: SeenCell[] = []
  const changed = new Set<string>()
  for (const { person, cells } of listed) {
    const [cell] = cells
    const status = wanted.get(person.personId)
    if (status === undefined) continue
    const stands = cell && (cell.mark ?? cell.ruling) ? cell.truth?.status : undefined
    if (stands === status) continue
    if (stands !== undefined) changed.add(person.personId)
    rollCall.push({ personId: person.personId, status })
    seen.push({ sequence: cell?.ruling?.sequence ?? 0, hasMark: cell?.mark != null })
  }
  const people = listed.map(({ person: { personId, studentId } }) => ({ studentId, asksWhy: changed.has(personId) }))
  refuseRulings(door.actor, session, people, { reason: input.reason, decidedAt: now })
  if (rollCall.length === 0) throw new Problem('roll-call-empty')
  const list = { students: [], rollCall, seen, reason: input.reason }
  return offerToSign(deps, door, session, list, await storage.passkeys.listOf(by.id), now)
}
