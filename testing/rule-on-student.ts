import type { CellHistory, RulingInput } from '#contract/rulings.ts'
import type { Deps } from '#server/domain/deps.ts'
import type { Door } from '#server/domain/doors.ts'
import { readCellHistory, ruleOnCell } from '#server/domain/register/rule-on-cell.ts'

type WithStorage = Pick<Deps, 'storage'>
type CellOfStudent = { readonly sessionId: string; readonly studentId: string }

/** Rules on the cell of a student, whose person is looked up first. Throws as ruleOnCell does. */
export async function ruleOnStudent(
  deps: WithStorage,
  door: Door<'cells.rule'>,
  { studentId, ...ruling }: CellOfStudent & RulingInput,
): Promise<CellHistory> {
  return ruleOnCell(deps, door, { ...ruling, personId: await personOf(deps, door.actor.organisationId, studentId) })
}

/** The history of a student's cell. Throws as readCellHistory does. */
export async function readHistoryOf(
  deps: WithStorage,
  door: Door<'sessions.view'>,
  { sessionId, studentId }: CellOfStudent,
): Promise<CellHistory> {
  return readCellHistory(deps, door, {
    sessionId,
    personId: await personOf(deps, door.actor.organisationId, studentId),
  })
}

const personOf = async ({ storage }: WithStorage, organisationId: string, studentId: string): Promise<string> =>
  (await storage.courses.findPersonOf(organisationId, studentId)) ?? 'unknown'
