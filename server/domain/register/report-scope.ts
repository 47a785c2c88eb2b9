import type { Sender } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Course } from '../groups/stores.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { Problem } from '../problem.ts'
import { wholeOf } from '../whole-group.ts'
import type { ReportedGroup, SessionScope } from './report-stores.ts'

/** As a query gives it; either end may be open. Epoch ms. */
export type OpenPeriod = { readonly from?: number | undefined; readonly to?: number | undefined }

/**
 * The sessions of a period, and the time of the question. Throws document_not_found if there is no such organisation.
 */
export async function readScope(
  { storage }: Pick<Deps, 'storage'>,
  group: ReportedGroup,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: OpenPeriod,
): Promise<{ readonly scope: SessionScope; readonly now: number }> {
  const now = await storage.now()
  const scope = await storage.reports.findScope(group, { from, to }, now)
  if (!scope) throw new Problem('document_not_found')
  return { scope, now }
}

/** A group of the caller's institute that the caller may see; without an id the whole institute. Throws document_not_found. */
export async function findReportedGroup(
  { courses, staff }: Pick<Deps['storage'], 'courses' | 'staff'>,
  door: Sender & { readonly actor: Pick<ReportedGroup, 'organisationId'> },
  groupId: string | undefined,
): Promise<ReportedGroup & { readonly course?: Course }> {
  const { organisationId } = door.actor
  const whole = wholeGroup(organisationId)
  if (groupId === undefined) return whole
  const course = groupId === whole.groupId ? undefined : await courses.find(organisationId, groupId)
  if (groupId !== whole.groupId && !course) throw new Problem('document_not_found')
  await requireOwnGroup({ staff }, door, groupId)
  return { organisationId, groupId, ...(course && { course }) }
}

export function wholeGroup(organisationId: string): ReportedGroup {
  return { organisationId, groupId: wholeOf(organisationId) }
}
