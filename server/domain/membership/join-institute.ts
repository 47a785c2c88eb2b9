import { texts } from '#contract/texts.ts'
import type { DocumentChange } from '../changes/change-feed.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publishOrganisationUpdate } from '../profiles/publish-profile-update.ts'

/**
 * Makes a student a member. Throws document_already_exists 'Already added', and document_unique_constraint_violation
 * when another member has that roll number: roll numbers are unique within an institute.
 */
export async function joinInstitute(
  stores: Pick<Stores, 'memberships'>,
  organisationId: string,
  studentId: string,
  rollNumber: string,
  now: number,
): Promise<void> {
  const outcome = await stores.memberships.insert(
    { organisationId, studentId, total: 0, expiryTime: null, joinedAt: now },
    rollNumber,
  )
  if (outcome === 'member') throw new Problem('document_already_exists', { message: texts.addInstitute.duplicate })
  if (outcome === 'roll-number-taken') throw new Problem('document_unique_constraint_violation')
}

/**
 * A new member changes two documents: the student's, which is new or says more, and the organisation's own, which holds
 * the number of members.
 */
export async function tellOfNewMember(
  stores: Pick<Stores, 'changes'>,
  organisationId: string,
  studentId: string,
  action: DocumentChange['action'],
  now: number,
): Promise<void> {
  const audience = [studentId, organisationId]
  await stores.changes.publish({ collection: 'students', id: studentId, action, audience, at: now })
  await publishOrganisationUpdate(stores, organisationId, now)
}
