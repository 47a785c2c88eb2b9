import type { ScanInput } from '#contract/check-in.ts'
import type { Door } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { assertOpen, type OfferWithTicket, offerByRoomCode, type RoomCodeDeps } from './offer-by-room-code.ts'
import { findStep, findTypedStep, normaliseTypedCode } from './room-code.ts'
import { assertFresh, openTicket, type ScanTicket, sealTicket } from './scan-ticket.ts'
import { splitTicket } from './sealed-check-in.ts'
import type { VisitedSession } from './stores.ts'

/** The new cookies of the browser, and what it can do. */
type Scanned = OfferWithTicket & { readonly phoneToken: string }

type FoundCode = { readonly visit: VisitedSession; readonly step: number }

/**
 * Swaps a room code for a ticket, and begins the check-in at once. A wrong code, one of another session and one that is
 * too old are the same refusal. Throws room-code-old, room-code-off, attendance-ended; general_unauthorized_scope for a
 * typed code without a login; general_rate_limit_exceeded for wrong codes alone.
 */
export async function scanRoomCode(
  deps: RoomCodeDeps,
  door: Door<'check-in.scan'>,
  input: ScanInput,
): Promise<Scanned> {
  const { installationKey, random } = deps
  const { visit, step } =
    'session' in input
      ? await findScanned(deps, door, input.session, input.code)
      : await findTyped(deps, door, normaliseTypedCode(input.code))
  const phoneToken = door.cookies.phone ?? random.secret()
  const ticket: ScanTicket = {
    attendanceSessionId: visit.session.id,
    step,
    scannedAt: visit.now,
    browserHash: hashSecret(phoneToken),
    secretsEpoch: visit.secretsEpoch,
  }
  const sealed = sealTicket(installationKey, ticket)
  return { ...(await offerByRoomCode(deps, door, visit, ticket, sealed)), phoneToken }
}

/**
 * Begins the check-in again, by the ticket that this browser holds: after a login, a first passkey or a refresh. Throws
 * scan-ticket-old, room-code-off, attendance-ended.
 */
export async function beginByRoomCode(deps: RoomCodeDeps, door: Door<'check-in.room-code'>): Promise<OfferWithTicket> {
  const { ticket, sealed } = requireTicket(deps, door)
  const visit = await deps.storage.checkIns.visitSession({ id: ticket.attendanceSessionId }, door.caller?.account.id)
  if (!visit || visit.secretsEpoch !== ticket.secretsEpoch) throw new Problem('scan-ticket-old')
  assertFresh(ticket, visit.now)
  return offerByRoomCode(deps, door, visit, ticket, sealed)
}

/** The ticket in this browser's cookie, whatever its age. Throws scan-ticket-old. */
export function requireTicket(
  { installationKey }: Pick<RoomCodeDeps, 'installationKey'>,
  { cookies }: RequestContext,
): { readonly ticket: ScanTicket; readonly sealed: string } {
  const browserHash = cookies.phone === undefined ? undefined : hashSecret(cookies.phone)
  const [sealed] = splitTicket(cookies.scanTicket ?? '')
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
  const visit = await storage.checkIns.visitSession({ publicId }, context.caller?.account.id)
  const step = visit && findStep(installationKey, visit.session, visit.now, code)
  if (visit && step !== undefined) {
    assertOpen(visit.session, visit.now)
    return { visit, step }
  }
  await context.limiter.count(requestLimits.scanRoomCode.byAddress, context.address)
  // The public id was on the display: that the session is over, its student may know.
  if (visit && visit.now >= visit.session.endsAt) throw new Problem('attendance-ended')
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
    const sessions = await storage.checkIns.listRunning(account.id)
    const now = await storage.now()
    for (const session of sessions) {
      const step = findTypedStep(installationKey, session, now, typed)
      const visit = step === undefined ? undefined : await storage.checkIns.visitSession(session, account.id)
      if (step !== undefined && visit) return { visit, step }
    }
    return undefined
  }
  const counted = [[requestLimits.typeRoomCode.byAccount, account.id]] as const
  const found = await context.limiter.attempt(counted, look, (result) => result === undefined)
  if (!found) throw new Problem('room-code-old')
  return found
}
