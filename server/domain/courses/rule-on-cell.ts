import type { CellHistory, CellRulingInput } from '#contract/course-sessions.ts'
import { rulingFacts } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import { publishOrganisationUpdate, publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { refuseOwnRecord, requireActor } from '../institutes/acting-for.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { assertUnlocked, lockCourseSession } from './course-sessions.ts'
import { readCellHistory } from './read-sheet.ts'

/**
 * Says what holds in one cell of a course's register, with or without a mark. Needs a step-up (rules §5.7). Throws
 * own-record; document_not_found for a session or a person that is not the caller's; session-locked for a teacher after 14
 * days; document_update_conflict 'ruled-meanwhile' when there is a ruling that the caller has not seen.
 */
export async function ruleOnCell(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  { sessionId, personId }: { readonly sessionId: string; readonly personId: string },
  { status, minutes, reason, after }: CellRulingInput,
): Promise<CellHistory> {
  const door = await enter('cells.rule', context)
  const { organisationId, by } = requireActor(context)
  await storage.transaction(async (stores) => {
    // Two people who decide at once queue here.
    const held = await lockCourseSession(stores, context, sessionId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    assertUnlocked(context, held, now)
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
    await stores.rulings.addToCells(held.id, { ...ruling, personId, studentId: person.studentId })
    if (person.studentId !== null) await publishStudentUpdate(stores, person.studentId, [{ organisationId }], now)
    await publishOrganisationUpdate(stores, organisationId, now)
    await record(stores, confirmed, {
      action: 'cell.rule',
      outcome: 'done',
      subject: personId,
      facts: rulingFacts(held, ruling),
      at: now,
    })
  })
  return readCellHistory({ storage }, context, sessionId, personId)
}
