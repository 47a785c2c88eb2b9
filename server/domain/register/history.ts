import type { History, HistoryEntry, ReportedStudent } from '#contract/reports.ts'
import type { Deps } from '../deps.ts'
import type { HistoryCell, SessionScope } from './report-stores.ts'
import { presenceOf, tellMark } from './reported-mark.ts'
import { countClasses } from './standing.ts'
import { tellDispute } from './tell-dispute.ts'

type Page = { readonly limit: number; readonly offset: number }
type Student = Pick<ReportedStudent, 'id' | 'joinedAt'>

/** One page of one student's sessions, the newest first. */
export async function readHistory(
  { storage }: Pick<Deps, 'storage'>,
  scope: SessionScope,
  student: Student,
  page: Page,
  now: number,
): Promise<History> {
  const cells = await storage.reports.listHistory(scope, student.id, page, now)
  return { total: countClasses(scope), entries: cells.map((cell) => tellCell(cell, student)) }
}

/** One session of a student, as reports and files tell it. */
export function tellCell(cell: HistoryCell, student: Student): HistoryEntry {
  const { id: sessionId, number, startedAt, endsAt, state, mark } = cell
  const presence = presenceOf(mark, missingIn(cell, student))
  const entry = { sessionId, number, startedAt, endsAt, state, presence, mark: mark && tellMark(mark) }
  return mark || presence !== 'absent' ? entry : { ...entry, dispute: tellDispute(cell.dispute, 'was-there') }
}

function missingIn({ wasAway, state, endsAt }: HistoryCell, { joinedAt }: Student) {
  if (wasAway) return 'not-a-member'
  if (state === 'running') return 'running'
  return endsAt <= joinedAt ? 'not-yet-a-member' : 'absent'
}
