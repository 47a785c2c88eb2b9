import type { CellHistory, CellRulingInput } from '#contract/course-sessions.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { lockCourseSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { readCellHistory } from './read-sheet.ts'
import { rule } from './rule.ts'

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
  await storage.transaction(async (stores) => {
    // Two people who decide at once queue here.
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    const said = { personId, status, after, hasSeenMark: true }
    const moved = await rule(stores, door.actor, held, [said], {
      cause: 'staff',
      request: door.stepUp(now),
      reason,
      note: null,
      minutes: minutes ?? null,
      now,
    })
    if (moved.size > 0) throw new Problem('ruled-meanwhile')
  })
  return readCellHistory({ storage }, door, { sessionId, personId })
}
