import type { InstallationKey } from './installation-key.ts'
import type { CheckIn } from './stores.ts'

const kind = 'begun check-in v1'
const separator = '~'

/**
 * A ticket with the check-in that a browser without a login has begun by it. That is a row only once it is finished: with
 * one room code a stranger could begin as many as they like.
 */
export function addCheckIn(key: Pick<InstallationKey, 'seal'>, sealedTicket: string, checkIn: CheckIn): string {
  const { id, nonce, origin, organisationId, attendanceSessionId, place } = checkIn
  const facts = [id, nonce, origin, organisationId, attendanceSessionId, place, checkIn.begunAt]
  const bounds = [checkIn.browserHash, checkIn.ticketHash, checkIn.expiresAt]
  return `${sealedTicket}${separator}${key.seal([kind, ...facts, ...bounds].join('\n'))}`
}

/** What a browser holds: the sealed ticket alone, by which it is spent, and what was sealed beside it. */
export function splitTicket(held: string): readonly [sealedTicket: string, sealedCheckIn: string | undefined] {
  const [sealedTicket = '', sealedCheckIn] = held.split(separator)
  return [sealedTicket, sealedCheckIn]
}

/** The check-in of this name beside the ticket that a browser holds; undefined where there is none. */
export function openCheckIn(
  key: Pick<InstallationKey, 'unseal'>,
  held: string | undefined,
  id: string,
): CheckIn | undefined {
  const [, sealed] = splitTicket(held ?? '')
  const [foundKind, foundId, ...parts] = (sealed === undefined ? undefined : key.unseal(sealed))?.split('\n') ?? []
  if (foundKind !== kind || foundId !== id) return undefined
  const [nonce = '', origin = '', organisationId = '', attendanceSessionId = '', place = '', begunAt, ...bounds] = parts
  const [browserHash = '', ticketHash = '', expiresAt] = bounds
  return {
    id,
    way: 'room-code',
    nonce,
    origin,
    organisationId,
    attendanceSessionId,
    boundStudentId: null,
    place,
    begunAt: Number(begunAt),
    browserHash,
    sessionBinding: null,
    ticketHash,
    expiresAt: Number(expiresAt),
  }
}
