import { written } from '../audit/written-rows.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Frees a roll number for the student `forStudentId`. A member whose email was never verified loses it: anyone may have
 * typed that number. No mail goes to that address; the dashboard says it after the next login. The caller holds the lock on the organisation's members. Throws
 * document_unique_constraint_violation when the holder has verified an email.
 */
export async function freeRollNumber(
  stores: Stores,
  context: RequestContext,
  organisationId: string,
  canonicalRollNumber: string,
  forStudentId: string,
  now: number,
): Promise<void> {
  const holder = await stores.memberships.findHolder(organisationId, canonicalRollNumber)
  if (!holder || holder.student.id === forStudentId) return
  // Locked: the holder may verify the email at this moment, and only one of the two may have the number.
  const account = await stores.accounts.lockNeverVerified(holder.student.id)
  if (!account) throw new Problem('document_unique_constraint_violation')
  const enrolments = await stores.memberships.end(organisationId, account.id, 'gave-way', now)
  await stores.students.touch([account.id], now)
  await event(stores, context, 'membership.give-way', {
    subject: account.id,
    facts: { organisationId, ...written({ enrolments }) },
    at: now,
    student: account.id,
  })
}
