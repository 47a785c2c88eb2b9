import { fromBase64url, joinBytes, toBytes } from './bytes.ts'
import type { WayOfMark } from './ways.ts'

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
  /** The step of the room code, in decimal digits; the hash of the screen's login session; by hand that of the list, in a roll call that of its lines. */
  readonly place: string
  /** Epoch ms. */
  readonly begunAt: number
  /** Why the institute marks by hand; of a roll call '' where it changes nothing. */
  readonly reason?: string
}

/** The same of a list that an institute signs: marks by hand, or a roll call. */
export type SignedFacts = Omit<CheckInFacts, 'way'> & { readonly way: WayOfMark | 'roll-call' }

const label = 'rollkey check-in v1'

/**
 * The bytes whose SHA-256 is the challenge of a check-in: its parts in this order, each behind its length in four bytes,
 * big end first. docs/evidence.md has vectors of it. Throws for a nonce that is no base64url.
 */
export function encodeFacts(facts: SignedFacts): Uint8Array<ArrayBuffer> {
  const parts = [
    toBytes(label),
    fromBase64url(facts.nonce),
    ...[
      facts.origin,
      facts.organisationId,
      facts.attendanceSessionId,
      facts.boundStudentId ?? '',
      facts.way,
      facts.place,
      String(facts.begunAt),
      ...(facts.reason === undefined ? [] : [facts.reason]),
    ].map(toBytes),
  ]
  return joinBytes(parts.flatMap((part) => [lengthOf(part), part]))
}

const lengthOf = ({ length }: Uint8Array) => Uint8Array.of(length >>> 24, length >>> 16, length >>> 8, length)
