import { hash } from 'node:crypto'
import type { WayOfMark } from '#contract/check-in.ts'
import type { HandCheckIn } from './hand-stores.ts'

/** What an authenticator signs, apart from the nonce: this session, this place, this moment. */
export type CheckInFacts = {
  /** 32 random bytes, base64url. */
  readonly nonce: string
  /** Of the installation. */
  readonly origin: string
  readonly organisationId: string
  readonly attendanceSessionId: string
  /** Null where the passkey itself said who it was. */
  readonly boundStudentId: string | null
  readonly way: WayOfMark
  /** The step of the room code, in decimal digits; or the screen; by hand the hash of the list. */
  readonly place: string
  /** Epoch ms. */
  readonly begunAt: number
  /** Why the institute marks by hand. */
  readonly reason?: string
}

const label = 'rollkey check-in v1'

/**
 * The challenge of a check-in, base64url: SHA-256 over its parts in this order, each behind its length in four bytes, big
 * end first. docs/evidence.md has vectors of it.
 */
export function checkInChallenge(facts: CheckInFacts): string {
  const parts = [
    Buffer.from(label),
    Buffer.from(facts.nonce, 'base64url'),
    Buffer.from(facts.origin),
    Buffer.from(facts.organisationId),
    Buffer.from(facts.attendanceSessionId),
    Buffer.from(facts.boundStudentId ?? ''),
    Buffer.from(facts.way),
    Buffer.from(facts.place),
    Buffer.from(String(facts.begunAt)),
    ...(facts.reason === undefined ? [] : [Buffer.from(facts.reason)]),
  ]
  return hash('sha256', Buffer.concat(parts.flatMap((part) => [lengthOf(part), part])), 'base64url')
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

function lengthOf(part: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(part.length)
  return bytes
}
