import { refuseOwnRecord, requireActor } from '../acting-for.ts'
import { type WrittenEnrolment, written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { describePlace, mailWhenQuiet } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Confirmed } from '../step-up-asked.ts'

/**
 * The calling organisation removes one of its members. The membership ends and is never deleted: marks, totals and the
 * numbers of earlier sessions stay. Needs a step-up (rules §5.7). Throws user_unauthorized; document_not_found for
 * every student who is no member.
 */
export async function removeMember(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'members.remove'>,
  { studentId }: { readonly studentId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  refuseOwnRecord(by, [studentId])
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.organisations.lockMembers(organisationId)
    await endMembership(stores, confirmed, organisationId, studentId)
  })
}

/**
 * The removal within a transaction that has locked the organisation's members. `takenOver`: what another row has got of it.
 * Throws document_not_found.
 */
export async function endMembership(
  stores: Stores,
  confirmed: Confirmed,
  organisationId: string,
  studentId: string,
  takenOver: readonly WrittenEnrolment[] = [],
): Promise<void> {
  const member = await stores.memberships.lockMember(organisationId, studentId)
  if (!member) throw new Problem('document_not_found')
  // Read after the lock: a mark that held it was made before the end.
  const now = await stores.now()
  const ended = await stores.memberships.end(organisationId, studentId, 'taken-out', now)
  await stores.students.touch([studentId], now)
  const { role: actedAs } = requireActor(confirmed)
  const subject = { kind: 'membership-taken-out', accountId: studentId, senderId: organisationId, actedAs } as const
  const before = describePlace({ rollNumber: member.student.rollNumber, hasLeft: false })
  await mailWhenQuiet(stores, subject, before, now)
  const facts = { organisationId, ...written({ enrolments: [...takenOver, ...ended] }) }
  await event(stores, confirmed, 'membership.end', { subject: studentId, facts, at: now, student: studentId })
}
