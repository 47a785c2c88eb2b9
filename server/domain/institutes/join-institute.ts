import { canonicalRollNumber } from '#contract/text-fields.ts'
import { accountAudience, type DocumentChange, instituteAudience } from '../changes/change-feed.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { freeRollNumber } from './give-way.ts'

/**
 * Makes a student a member. A membership that had ended continues with its total. Roll numbers are unique within an
 * institute, and a member whose email was never verified gives way. Throws document_not_found, document_already_exists
 * 'Already added', and document_unique_constraint_violation when a verified member has that number. Returns the time of
 * joining, epoch ms.
 */
export async function joinInstitute(
  stores: Stores,
  context: RequestContext,
  organisationId: string,
  student: { readonly id: string; readonly rollNumber: string },
): Promise<number> {
  // When two students want one number at once, the second one waits here.
  if (!(await stores.organisations.lockMembers(organisationId))) throw new Problem('document_not_found')
  const now = await stores.now()
  const rollNumber = canonicalRollNumber(student.rollNumber)
  await freeRollNumber(stores, context, organisationId, rollNumber, student.id, now)
  const joining = { organisationId, studentId: student.id, joinedAt: now }
  const outcome = await stores.memberships.insert(joining, rollNumber)
  if (outcome === 'member') throw new Problem('already-member')
  if (outcome === 'roll-number-taken') throw new Problem('document_unique_constraint_violation')
  // The student knows what stands now.
  await stores.notices.forget({ accountId: student.id, senderId: organisationId, topic: 'membership' })
  return now
}

/** A student has a number in each institute: a new member is known by this one, which is the own one where there is no other institute. */
export async function takeNumber(
  { memberships, students }: Stores,
  organisationId: string,
  { id, rollNumber }: { readonly id: string; readonly rollNumber: string },
): Promise<void> {
  await memberships.correctRollNumber(organisationId, id, rollNumber, canonicalRollNumber(rollNumber))
  if ((await memberships.listOfStudent(id)).length === 1) await students.setRollNumber(id, rollNumber)
}

/** A new member changes two documents: the student's, and the organisation's, which holds the number of members. */
export async function publishNewMember(
  stores: Pick<Stores, 'changes'>,
  organisationId: string,
  studentId: string,
  action: DocumentChange['action'],
  now: number,
): Promise<void> {
  const audience = [accountAudience(studentId), instituteAudience(organisationId)]
  await stores.changes.publish({ collection: 'students', id: studentId, action, audience, at: now })
  await publishOrganisationUpdate(stores, organisationId, now)
}
