import type { ScanInput } from '#contract/check-in.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { assertOpen, type OfferDeps, type OfferWithTicket, offerByRoomCode } from './offer-by-room-code.ts'
import { type CodedSession, findStep, findTypedStep, normaliseTypedCode } from './room-code.ts'
import { assertFresh, openTicket, type ScanTicket, sealTicket } from './scan-ticket.ts'
import { splitTicket } from './sealed-check-in.ts'
import type { Room, VisitedRoom } from './stores.ts'

type RoomCodeDeps = OfferDeps & Pick<Deps, 'installationKey'>

/** The new cookies of the browser, and what it can do. */
type Scanned = OfferWithTicket & { readonly phoneToken: string }

type FoundCode = { readonly visit: VisitedRoom; readonly step: number }

/**
 * Swaps a room code for a ticket, and begins the check-in at once. A wrong code, one of another session and one that is
 * too old are the same refusal. Throws room-code-old, room-code-off, attendance-ended; general_unauthorized_scope for a
 * typed code without a login; general_rate_limit_exceeded for wrong codes alone.
 */
export async function scanRoomCode(deps: RoomCodeDeps, context: RequestContext, input: ScanInput): Promise<Scanned> {
  await enter('check-ins.scan', context)
  const { installationKey, random } = deps
  const { visit, step } =
    'session' in input
      ? await findScanned(deps, context, input.session, input.code)
      : await findTyped(deps, context, normaliseTypedCode(input.code))
  const phoneToken = context.phoneToken ?? random.secret()
  const ticket: ScanTicket = {
    attendanceSessionId: visit.room.session.id,
    step,
    scannedAt: visit.now,
    browserHash: hashSecret(phoneToken),
    secretsEpoch: visit.secretsEpoch,
  }
  const sealed = sealTicket(installationKey, ticket)
  return { ...(await offerByRoomCode(deps, context, visit, ticket, sealed)), phoneToken }
}

/**
 * Begins the check-in again, by the ticket that this browser holds: after a login, a first passkey or a refresh. Throws
 * scan-ticket-old, room-code-off, attendance-ended.
 */
export async function beginByRoomCode(deps: RoomCodeDeps, context: RequestContext): Promise<OfferWithTicket> {
  await enter('check-ins.begin', context, 'check-in.room-code')
  const { ticket, sealed } = requireTicket(deps, context)
  const visit = await deps.storage.checkIns.visitRoom({ id: ticket.attendanceSessionId }, context.caller?.account.id)
  if (!visit || visit.secretsEpoch !== ticket.secretsEpoch) throw new Problem('scan-ticket-old')
  assertFresh(ticket, visit.now)
  return offerByRoomCode(deps, context, visit, ticket, sealed)
}

/** The ticket in this browser's cookie, whatever its age. Throws scan-ticket-old. */
export function requireTicket(
  { installationKey }: Pick<RoomCodeDeps, 'installationKey'>,
  { scanTicket, phoneToken }: RequestContext,
): { readonly ticket: ScanTicket; readonly sealed: string } {
  const browserHash = phoneToken === undefined ? undefined : hashSecret(phoneToken)
  const [sealed] = splitTicket(scanTicket ?? '')
  const ticket = openTicket(installationKey, sealed, browserHash)
  if (!ticket) throw new Problem('scan-ticket-old')
  return { ticket, sealed }
}

/** A right code is never limited: a whole class scans behind one address. */
async function findScanned(
  { storage, installationKey }: RoomCodeDeps,
  context: RequestContext,
  publicId: string,
  code: string,
): Promise<FoundCode> {
  const visit = await storage.checkIns.visitRoom({ publicId }, context.caller?.account.id)
  const step = visit && findStep(installationKey, codedSession(visit.room), visit.now, code)
  if (visit && step !== undefined) {
    assertOpen(visit.room, visit.now)
    return { visit, step }
  }
  await context.limiter.count(requestLimits.scanRoomCode.byAddress, context.address)
  // The public id was on the display: that the session is over, its student may know.
  if (visit && visit.now >= visit.room.session.endsAt) throw new Problem('attendance-ended')
  throw new Problem('room-code-old')
}

/** Looked for among the running sessions of the student's own institutes. */
async function findTyped(
  { storage, installationKey }: RoomCodeDeps,
  context: RequestContext,
  typed: string,
): Promise<FoundCode> {
  const { account } = requireCaller(context)
  const look = async (): Promise<FoundCode | undefined> => {
    const rooms = await storage.checkIns.listRunningRooms(account.id)
    const now = await storage.now()
    for (const room of rooms) {
      const step = findTypedStep(installationKey, codedSession(room), now, typed)
      const visit = step === undefined ? undefined : await storage.checkIns.visitRoom(room.session, account.id)
      if (step !== undefined && visit) return { visit, step }
    }
    return undefined
  }
  const counted = [[requestLimits.typeRoomCode.byAccount, account.id]] as const
  const found = await context.limiter.attempt(counted, look, (result) => result === undefined)
  if (!found) throw new Problem('room-code-old')
  return found
}

const codedSession = ({ session, redeemedStep }: Room): CodedSession => ({ id: session.id, redeemedStep })
