import type { CellHistory, CellRulingInput } from '#contract/course-sessions.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { rulingFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailWhenQuiet } from '../mail/notices.ts'
import { statusOf } from '../mail/told-cell.ts'
import { assertUnlocked, lockCourseSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { readCellHistory } from './read-sheet.ts'

/**
 * Says what holds in one cell of a course's register, with or without a mark. Needs a step-up (rules §5.7). Throws
 * own-record; document_not_found for a session or a person that is not the caller's; session-locked for a teacher after 14
 * days; document_update_conflict 'ruled-meanwhile' when there is a ruling that the caller has not seen.
 */
export async function ruleOnCell(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'cells.rule'>,
  {
    sessionId,
    personId,
    status,
    minutes,
    reason,
    after,
  }: { readonly sessionId: string; readonly personId: string } & CellRulingInput & {},
): Promise<CellHistory> {
  const { organisationId, by, role } = door.actor
  await storage.transaction(async (stores) => {
    // Two people who decide at once queue here.
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    assertUnlocked(door, held, now)
    const [person] = await stores.rulings.listRuled(held, [personId])
    if (!person) throw new Problem('document_not_found')
    refuseOwnRecord(by, person.studentId === null ? [] : [person.studentId])
    if (person.lastSequence !== after) throw new Problem('ruled-meanwhile')
    const ruling = {
      status,
      reason,
      note: null,
      sequence: after + 1,
      decidedBy: by.id,
      decidedAt: now,
      cause: 'staff',
      minutes: minutes ?? null,
    } as const
    await tell(stores, { organisationId, role, sessionId, studentId: person.studentId }, now)
    await stores.rulings.addToCells(held.id, { ...ruling, personId, studentId: person.studentId })
    await event(stores, confirmed, 'cell.rule', {
      subject: personId,
      facts: rulingFacts(held, ruling),
      at: now,
      student: person.studentId,
    })
  })
  return readCellHistory({ storage }, door, { sessionId, personId })
}

type Told = {
  readonly organisationId: string
  readonly role: StaffRole | undefined
  readonly sessionId: string
  /** Null without an account. */
  readonly studentId: string | null
}

/** On the student's screens at once, and by a mail when it is quiet. It is read before the ruling: what stands is what the student knows. */
async function tell(stores: Stores, { organisationId, role, sessionId, studentId }: Told, now: number): Promise<void> {
  if (studentId === null) return
  const cell = await stores.rulings.findCell(sessionId, studentId)
  if (!cell) return
  const subject = {
    kind: 'cell-ruled',
    accountId: studentId,
    senderId: organisationId,
    attendanceSessionId: sessionId,
    actedAs: role,
  } as const
  await mailWhenQuiet(stores, subject, statusOf(cell), now)
}
