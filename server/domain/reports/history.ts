import type { History, ReportedStudent } from '#contract/reports.ts'
import type { Deps } from '../deps.ts'
import { countClasses } from './standing.ts'
import type { SessionScope } from './stores.ts'

/** One page of one student's sessions, the newest first. */
export async function readHistory(
  { storage }: Pick<Deps, 'storage'>,
  scope: SessionScope,
  student: Pick<ReportedStudent, 'id' | 'joinedAt'>,
  page: { readonly limit: number; readonly offset: number },
  now: number,
): Promise<History> {
  return { total: countClasses(scope), entries: await storage.reports.listHistory(scope, student, page, now) }
}
