import { canonicalRollNumber } from '#contract/text-fields.ts'
import { refuseOwnRecord, requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { describePlace, mailWhenQuiet } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Confirmed } from '../step-up-asked.ts'
import type { StudentView } from '../views/projections.ts'
import { viewMember } from '../views/student-view.ts'
import { freeRollNumber } from './give-way.ts'

/**
 * The calling organisation gives one of its members another roll number. Other institutes keep theirs; the student's
 * own document changes when there is no other institute. Needs a step-up (rules §5.7). Throws user_unauthorized;
 * document_not_found for every student who is no member; document_unique_constraint_violation for a number that a
 * verified member has.
 */
export async function correctRollNumber(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'members.correct'>,
  { studentId, rollNumber }: { readonly studentId: string; readonly rollNumber: string },
): Promise<StudentView> {
  const { organisationId, by } = door.actor
  refuseOwnRecord(by, [studentId])
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    return moveRollNumber(stores, door.stepUp(now), { organisationId, studentId, rollNumber }, now)
  })
}

/**
 * The correction within a transaction that has locked the organisation's members. `now`: epoch ms. Throws
 * document_not_found, document_unique_constraint_violation.
 */
export async function moveRollNumber(
  stores: Stores,
  confirmed: Confirmed,
  { organisationId, studentId, rollNumber }: Readonly<Record<'organisationId' | 'studentId' | 'rollNumber', string>>,
  now: number,
): Promise<StudentView> {
  const { memberships } = stores
  const member = await memberships.lockMember(organisationId, studentId)
  if (!member) throw new Problem('document_not_found')
  const about = { subject: studentId, facts: { organisationId }, student: studentId, at: now }
  if (member.student.rollNumber === rollNumber) {
    await event(stores, confirmed, 'membership.correct', { ...about, outcome: 'unchanged' })
    return viewMember(member)
  }
  const canonical = canonicalRollNumber(rollNumber)
  await freeRollNumber(stores, confirmed, organisationId, canonical, studentId, now)
  const outcome = await memberships.correctRollNumber(organisationId, studentId, rollNumber, canonical)
  if (outcome === 'roll-number-taken') throw new Problem('document_unique_constraint_violation')
  const institutes = await memberships.listOfStudent(studentId)
  if (institutes.length === 1) await stores.students.setRollNumber(studentId, rollNumber)
  await stores.students.touch([studentId], now)
  const { role: actedAs } = requireActor(confirmed)
  const subject = { kind: 'roll-number-corrected', accountId: studentId, senderId: organisationId, actedAs } as const
  const before = describePlace({ rollNumber: member.student.rollNumber, hasLeft: false })
  await mailWhenQuiet(stores, subject, before, now)
  await event(stores, confirmed, 'membership.correct', about)
  return viewMember({ ...member, student: { ...member.student, rollNumber, updatedAt: now } })
}
