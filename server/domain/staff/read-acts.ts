import { type ShownAct, type StaffActs, shownActs } from '#contract/staff.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { AuditAction } from '../audit/audit-log.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

const actsPerPage = 50
const actions: readonly AuditAction[] = shownActs

/**
 * One of the people of the institute, with a page of what the person did for it. `before`: where an earlier page ended.
 * Throws document_not_found.
 */
export async function readStaffActs(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  id: string,
  before: number | undefined,
): Promise<StaffActs> {
  await enter('staff.view', context)
  const { organisationId } = requireActor(context)
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
