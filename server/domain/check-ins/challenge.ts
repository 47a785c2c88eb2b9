import { hash } from 'node:crypto'
import type { WayOfMark } from '#contract/check-in.ts'

/** What a student's authenticator signs, apart from the nonce: this session, this place, this moment. */
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
  /** The step of the room code, in decimal digits, or the screen. */
  readonly place: string
  /** Epoch ms. */
  readonly begunAt: number
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
  ]
  return hash('sha256', Buffer.concat(parts.flatMap((part) => [lengthOf(part), part])), 'base64url')
}

function lengthOf(part: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(part.length)
  return bytes
}
