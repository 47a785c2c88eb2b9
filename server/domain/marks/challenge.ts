import { hash } from 'node:crypto'
import { encodeFacts, type SignedFacts } from '#contract/check-in-facts.ts'
import type { HandCheckIn } from './hand-stores.ts'

/** The challenge of a check-in, base64url: SHA-256 over its encoded parts. */
export function checkInChallenge(facts: SignedFacts): string {
  return hash('sha256', encodeFacts(facts), 'base64url')
}

/**
 * What the institute's authenticator signs of marks by hand, or of a roll call. The list is hashed in the order of its ids,
 * a roll call as its sorted lines of person and status.
 */
export function handFacts(
  checkIn: Pick<
    HandCheckIn,
    'nonce' | 'origin' | 'organisationId' | 'attendanceSessionId' | 'students' | 'reason' | 'begunAt'
  > &
    Partial<Pick<HandCheckIn, 'rollCall'>>,
): SignedFacts {
  const { nonce, origin, organisationId, attendanceSessionId, students, rollCall, reason, begunAt } = checkIn
  const lines = rollCall?.map(({ personId, status }) => `${personId} ${status}`) ?? students
  const place = hash('sha256', lines.toSorted().join('\n'), 'base64url')
  return {
    nonce,
    origin,
    organisationId,
    attendanceSessionId,
    boundStudentId: null,
    way: rollCall ? 'roll-call' : 'hand',
    place,
    begunAt,
    reason,
  }
}
