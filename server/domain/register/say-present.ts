import { handMarkMs } from '#contract/rules.ts'
import type { Ruling } from '#contract/rulings.ts'
import { markFacts, rulingFacts } from '../audit/compared-facts.ts'
import type { Actor } from '../callers.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Mark } from '../sessions/stores.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { wholeOf } from '../whole-group.ts'
import type { MarkKey } from './ruling-stores.ts'

/**
 * The office says that a student was in an ended class in which there is no mark of them, once the time for marks by hand is
 * over. The mark that it makes rests on the ruling beside it, and on no signature; it begins no window. The institute is
 * locked. Throws user_unauthorized for who is not of the office; document_not_found for who is not on the sheet;
 * hand-still-possible.
 */
export async function sayPresent(
  stores: Stores,
  context: Confirmed,
  { organisationId, role }: Pick<Actor, 'organisationId' | 'role'>,
  key: MarkKey,
  ruling: Ruling,
): Promise<void> {
  const absent = await stores.rulings.lockAbsent(organisationId, key)
  if (!absent || ruling.status !== 'present') throw new Problem('document_not_found')
  const isOffice = role === undefined || role === 'owner' || role === 'registrar'
  if (!isOffice) throw new Problem('user_unauthorized')
  const { decidedAt: now } = ruling
  if (now < absent.endsAt + handMarkMs) throw new Problem('hand-still-possible')
  const { attendanceSessionId, studentId } = key
  const mark: Mark = {
    attendanceSessionId,
    organisationId,
    studentId,
    markedAt: now,
    method: 'office',
    credentialId: '',
    // One of each student in a class.
    proofId: attendanceSessionId,
    evidence: { attachment: null, userVerified: false, backupEligible: false, backedUp: false, flags: [] },
  }
  await stores.attendance.insertMarks(mark)
  await stores.memberships.saveTotal(organisationId, {
    studentId,
    total: absent.total + 1,
    expiryTime: absent.expiryTime,
  })
  await stores.rulings.recount(attendanceSessionId, [studentId], 1)
  await stores.rulings.add(key, ruling)
  const session = { id: attendanceSessionId, organisationId, groupId: wholeOf(organisationId), number: absent.number }
  await event(stores, context, 'attendance.mark', {
    subject: studentId,
    facts: markFacts(session, { ...mark, evidence: JSON.stringify(mark.evidence) }),
    at: now,
  })
  await event(stores, context, 'mark.rule', {
    subject: studentId,
    facts: rulingFacts(session, ruling),
    at: now,
    student: studentId,
  })
}
