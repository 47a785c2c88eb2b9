import { type ShownAct, type StaffActs, shownActs } from '#contract/staff.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { AuditAction } from '../audit/audit-log.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'

const actsPerPage = 50
const actions: readonly AuditAction[] = shownActs

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
  const wanted = { organisationId, accountId, actions, since, before, limit: actsPerPage }
  const { acts, earlier } = await storage.staff.listActs(wanted)
  const subjects = acts.flatMap(({ subject }) => subject ?? [])
  const students = await storage.memberships.findMembers(organisationId, [...new Set(subjects)])
  return {
    person: { name, title, role, since, until },
    acts: acts.map(({ sequence, at, action, subject, facts: { sessionId, number } }) => {
      const student = subject === null ? undefined : students.get(subject)?.student
      return {
        id: sequence,
        at,
        act: action as ShownAct,
        ...(sessionId !== undefined && number !== undefined && { session: { id: sessionId, number } }),
        ...(student && { student: joinNames(student.firstName, student.lastName) }),
      }
    }),
    earlier,
  }
}
