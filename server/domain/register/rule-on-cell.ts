import type { CellWithNumbers, RuledCell } from '#contract/course-sessions.ts'
import type { CellHistory, RulingInput } from '#contract/rulings.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import { statusOf } from '../mail/told-cell.ts'
import { findOwnSession, lockOwnSession } from '../own-session.ts'
import { isAllowed } from '../permissions.ts'
import { Problem } from '../problem.ts'
import type { KeptDispute } from './dispute-stores.ts'
import { type NameInCourse, nameInCourse } from './name-in-course.ts'
import { readNumbers, readRegisterRow } from './read-register.ts'
import { rule } from './rule.ts'
import type { RuledMark } from './ruling-stores.ts'
import { isOpen } from './tell-dispute.ts'

type CellOfCall = { readonly sessionId: string; readonly personId: string }

/**
 * Says what holds in one cell, with or without a mark, and answers the dispute that waits there. In a class 'present' lets the
 * mark count and 'absent' withdraws it; what would change nothing there adds no ruling. Needs a step-up (rules §5.7). Throws
 * own-record; document_not_found for a session or a person that is not the caller's; session-locked for a teacher after 14
 * days; document_update_conflict 'ruled-meanwhile' when there is a ruling that the caller has not seen; malformed-argument for a status
 * that a class does not know. Without a mark, the office says 'present' of an ended class: user_unauthorized for others, hand-still-possible.
 */
export async function ruleOnCell(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'cells.rule'>,
  { sessionId, personId, status, minutes, reason, note, after }: CellOfCall & RulingInput,
): Promise<RuledCell> {
  const groupId = await storage.transaction(async (stores) => {
    const found = await findOwnSession(stores, door, sessionId)
    await kindOf(found).lockMarked(stores, found, personId)
    // Two people who decide at once queue here.
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    const said = { personId, status, after, hasSeenMark: true }
    const moved = await rule(stores, door.actor, held, [said], {
      cause: 'staff',
      request: door.stepUp(now),
      reason,
      note: note ?? null,
      minutes: minutes ?? null,
      now,
    })
    if (moved.size > 0) throw new Problem('ruled-meanwhile')
    return held.groupId
  })
  const history = await readCellHistory({ storage }, door, { sessionId, personId })
  const row = await readRegisterRow(storage, door, { groupId, personId })
  return { ...history, ...(row && { row }) }
}

/** A cell before it is decided about. Throws document_not_found. */
export async function readCellToRule(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'sessions.view'>,
  cell: CellOfCall,
): Promise<CellWithNumbers> {
  const history = await readCellHistory({ storage }, door, cell)
  const session = await findOwnSession(storage, door, cell.sessionId)
  const numbers = isAllowed('register.view', door) ? await readNumbers(storage, session, cell.personId) : undefined
  return { ...history, ...(numbers && { numbers }) }
}

/** All that was decided about one cell, the oldest first. Throws document_not_found. */
export async function readCellHistory(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'sessions.view' | 'cells.rule'>,
  { sessionId, personId }: CellOfCall,
): Promise<CellHistory> {
  const session = await findOwnSession(storage, door, sessionId)
  const { id: attendanceSessionId, organisationId, endsAt } = session
  const [person] = await storage.rulings.listRuled(session, [personId])
  if (!person) throw new Problem('document_not_found')
  const { studentId } = person
  const [found, dispute, rulings] = await Promise.all([
    studentId === null ? undefined : storage.rulings.findMark(organisationId, { attendanceSessionId, studentId }),
    studentId === null ? undefined : storage.disputes.find(attendanceSessionId, studentId),
    storage.rulings.listOf(attendanceSessionId, personId),
  ])
  const last = rulings.at(-1)?.status
  const ofCourse = kindOf(session).name === 'course' && studentId !== null
  const cell = ofCourse ? await storage.rulings.findCell(attendanceSessionId, studentId) : undefined
  const doers = [found?.handSigner ?? null, ...rulings.map(({ decidedBy }) => decidedBy)]
  const nameOf = await nameInCourse(storage, organisationId, doers)
  const lockedAt = endsAt + (kindOf(session).teacherLockMs ?? Number.POSITIVE_INFINITY)
  return {
    mark: found ? describeMark(found, nameOf) : null,
    dispute: dispute ? describeDispute(dispute) : null,
    status: cell ? statusOf(cell) : (last ?? (found ? 'present' : 'absent')),
    rulings: rulings.map(({ sequence, status, minutes, reason, note, cause, decidedBy, decidedAt }) => {
      const by = nameOf(decidedBy, decidedAt)
      const said = { sequence, status, minutes, reason, note, cause, decidedBy, decidedAt, ...(by && { by }) }
      return { ...said, isAfterLock: decidedAt >= lockedAt }
    }),
  }
}

function describeDispute(kept: KeptDispute): CellHistory['dispute'] {
  const { disputedAt: at, words } = kept
  return { at, isOpen: isOpen(kept), ...(words !== null && { words }) }
}

function describeMark(
  { markedAt, way, handReason, handSigner, isSigned }: RuledMark,
  nameOf: NameInCourse,
): CellHistory['mark'] {
  const by = nameOf(handSigner, markedAt)
  return {
    markedAt,
    way,
    isSigned,
    ...(handReason !== null && { handReason }),
    ...(by && { by }),
  }
}
