import { hash } from 'node:crypto'
import { type CheckInFacts, encodeFacts } from '#contract/check-in-facts.ts'
import type { HandCheckIn } from './hand-stores.ts'

/** The challenge of a check-in, base64url: SHA-256 over its encoded parts. */
export function checkInChallenge(facts: CheckInFacts): string {
  return hash('sha256', encodeFacts(facts), 'base64url')
}

/** What the institute's authenticator signs of marks by hand. The list is hashed in the order of its ids. */
export function handFacts(
  checkIn: Pick<
    HandCheckIn,
    'nonce' | 'origin' | 'organisationId' | 'attendanceSessionId' | 'students' | 'reason' | 'begunAt'
  >,
): CheckInFacts {
  const { nonce, origin, organisationId, attendanceSessionId, students, reason, begunAt } = checkIn
  const place = hash('sha256', students.toSorted().join('\n'), 'base64url')
  return {
    nonce,
    origin,
    organisationId,
    attendanceSessionId,
    boundStudentId: null,
    way: 'hand',
    place,
    begunAt,
    reason,
  }
}
