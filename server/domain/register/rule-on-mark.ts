import type { MarkHistory, Ruling, RulingInput } from '#contract/rulings.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import { namePeople } from '../name-people.ts'
import { lockOwnSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { rule } from './rule.ts'
import type { RuledMark } from './ruling-stores.ts'

/**
 * The calling organisation decides about one of its marks: it counts ('present') or is withdrawn ('absent'). The ruling
 * answers an open dispute; the mark stays as the evidence that it is. What would change nothing and answers nothing adds
 * no ruling. Needs a step-up (rules §5.7). Throws user_unauthorized, own-record; document_not_found for a mark that is not the
 * caller's; document_update_conflict 'ruled-meanwhile' when there is a ruling that the caller has not seen. Without a mark, the
 * office says 'present' of an ended class: user_unauthorized for others, hand-still-possible.
 */
export async function ruleOnMark(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'marks.rule'>,
  { sessionId, studentId, status, reason, note, after }: RulingInput & MarkOfCall,
): Promise<MarkHistory> {
  const key = { attendanceSessionId: sessionId, studentId }
  const { organisationId } = door.actor
  return storage.transaction(async (stores) => {
    // Two people who decide at once queue here, and the counting of ended sessions too.
    await stores.organisations.lockMembers(organisationId)
    // Before the session: a mark locks its membership first, too.
    await stores.rulings.lockMark(organisationId, key)
    const personId = await stores.courses.findPersonOf(organisationId, studentId)
    const held = await lockOwnSession(stores, door, sessionId)
    if (personId === undefined || kindOf(held).name !== 'whole') throw new Problem('document_not_found')
    const now = await stores.now()
    const said = { personId, status, after, hasSeenMark: true }
    const moved = await rule(stores, door.actor, held, [said], {
      cause: 'staff',
      request: door.stepUp(now),
      reason,
      note: note ?? null,
      minutes: null,
      now,
    })
    if (moved.size > 0) throw new Problem('ruled-meanwhile')
    const mark = await stores.rulings.findMark(organisationId, key)
    if (!mark) throw new Problem('document_not_found')
    return describe(stores, organisationId, mark, await stores.rulings.listOf(key))
  })
}

type MarkOfCall = { readonly sessionId: string; readonly studentId: string }

/** What was decided about one of the calling organisation's marks. Throws document_not_found. */
export async function readMarkHistory(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'marks.history'>,
  { sessionId, studentId }: MarkOfCall,
): Promise<MarkHistory> {
  const key = { attendanceSessionId: sessionId, studentId }
  const { organisationId } = door.actor
  const mark = await storage.rulings.findMark(organisationId, key)
  if (!mark) throw new Problem('document_not_found')
  return describe(storage, organisationId, mark, await storage.rulings.listOf(key))
}

async function describe(
  stores: Pick<Stores, 'staff'>,
  organisationId: string,
  { markedAt, way, handReason, handSigner, flaggedAt, flagWords, isDisputed }: RuledMark,
  rulings: readonly Ruling[],
): Promise<MarkHistory> {
  const deciders = rulings.map(({ decidedBy }) => decidedBy)
  const nameOf = await namePeople(stores, organisationId, [handSigner, ...deciders])
  const signer = nameOf(handSigner, markedAt)
  return {
    markedAt,
    way,
    flaggedAt,
    isDisputed,
    rulings: rulings.map((ruling) => {
      const by = nameOf(ruling.decidedBy, ruling.decidedAt)
      return by ? { ...ruling, by } : ruling
    }),
    ...(handReason !== null && { handReason }),
    ...(signer && { by: signer }),
    ...(flagWords !== undefined && { flagWords }),
  }
}
