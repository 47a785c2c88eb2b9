import type { OwnReport } from '#contract/reports.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { findByCode } from '../institutes/find-by-code.ts'
import { Problem } from '../problem.ts'
import { readHistory } from './history.ts'
import { type OpenPeriod, readScope, wholeGroup } from './report-scope.ts'
import { toStanding } from './standing.ts'

/**
 * The report of a student about themselves at one institute, of which they are or were a member. Throws
 * document_not_found for all others.
 */
export async function readOwnReport(
  deps: Pick<Deps, 'storage'>,
  door: Door<'reports.own'>,
  wanted: OpenPeriod & { readonly organisation: string; readonly limit: number; readonly offset: number },
): Promise<OwnReport> {
  const { account } = door.caller
  const { storage } = deps
  const { organisation: code, limit, offset, ...period } = wanted
  const organisation = await findByCode(storage, code)
  if (!organisation) throw new Problem('document_not_found')
  const { scope, now } = await readScope(deps, wholeGroup(organisation.id), period)
  const facts = await storage.reports.findStudent(scope, account.id)
  if (!facts) throw new Problem('document_not_found')
  return {
    organisation: { id: organisation.id, name: organisation.name },
    joinedAt: facts.joinedAt,
    ...toStanding(scope, facts),
    history: await readHistory(deps, scope, facts, { limit, offset }, now),
  }
}
