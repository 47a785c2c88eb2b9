import { type StaffActs, shownActs } from '#contract/staff.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'
import { nameActs } from './name-acts.ts'

const actsPerPage = 50

/**
 * One of the people of the institute, with a page of what the person did for it. `before`: where an earlier page ended.
 * Throws document_not_found.
 */
export async function readStaffActs(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.view'>,
  { staffId: id, before }: { readonly staffId: string; readonly before?: number | undefined },
): Promise<StaffActs> {
  const { organisationId } = door.actor
  const all = await storage.staff.listOf(organisationId)
  const chosen = all.find((one) => one.id === id)
  if (!chosen) throw new Problem('document_not_found')
  const { accountId, name, title, role, until } = chosen
  const since = Math.min(...all.flatMap((one) => (one.accountId === accountId ? one.since : [])))
  const wanted = { organisationId, accountId, actions: shownActs, since, before, limit: actsPerPage }
  const { acts, earlier } = await storage.staff.listActs(wanted)
  const nameAct = await nameActs(storage, organisationId, all, acts)
  return {
    person: { name, title, role, since, until },
    acts: acts.map((one) => ({ id: one.sequence, at: one.at, act: one.action, ...nameAct(one) })),
    earlier,
  }
}
