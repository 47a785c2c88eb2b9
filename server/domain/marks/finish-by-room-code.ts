import type { AuthenticationCredential } from '#contract/passkey.ts'
import { rememberBrowser } from '../accounts/known-browser.ts'
import { openSession } from '../accounts/open-session.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { Account } from '../accounts/stores.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { networkPrefix } from '../limits/address-key.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { mayFollow, suspectReasons } from '../passkeys/suspect-passkey.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { roomCodeStepMs } from '../session-id.ts'
import type { Mark } from '../sessions/stores.ts'
import {
  answerCheckIn,
  browserAt,
  type FinishDeps,
  type Finished,
  type OpenedLogin,
  repeatAnswer,
  sharedMs,
} from './answer-check-in.ts'
import { requireTicket } from './begin-by-room-code.ts'
import { assertInCourse } from './in-course.ts'
import { endCheckIn, markSigned } from './mark-signed.ts'
import { assertOpen } from './offer-by-room-code.ts'
import { hashAnswer, refuseSuspect, requireStudentSignature, type Signed } from './require-signature.ts'
import { assertFresh, type ScanTicket, scanTicketMs } from './scan-ticket.ts'
import { openCheckIn } from './sealed-check-in.ts'
import type { AnsweredCheckIn, CheckIn, KeptCheckIn } from './stores.ts'

/**
 * Finishes a check-in by room code: checks the signature, then makes the mark and spends the ticket in one transaction. A
 * wrong answer burns the check-in; a repeated one gets the first answer again. A browser that was not logged in is afterwards. Throws check-in-refused for
 * every answer that is not right; passkey-suspect, passkey-changed, scan-ticket-old, room-code-off, attendance-ended, not-a-member, passkey-held,
 * student-email-not-verified, general_rate_limit_exceeded.
 */
export async function finishByRoomCode(
  deps: FinishDeps,
  door: Door<'check-in.room-code'>,
  {
    checkInId: id,
    assertion: credential,
  }: { readonly checkInId: string; readonly assertion: AuthenticationCredential },
): Promise<Finished> {
  const { storage, installationKey, random } = deps
  const found = await storage.checkIns.findAnswered(id, credential.id)
  const { signer } = found
  const checkIn = found.checkIn ?? unlessOver(openCheckIn(installationKey, door.cookies.scanTicket, id), found.now)
  const browserHash = door.cookies.phone === undefined ? undefined : hashSecret(door.cookies.phone)
  if (checkIn?.way !== 'room-code' || checkIn.browserHash !== browserHash) throw new Problem('check-in-refused')
  const assertionHash = hashAnswer(credential)
  if (checkIn.end) return repeatAnswer(deps, door, checkIn, assertionHash)
  const ticket = requireOwnTicket(deps, door, checkIn, found.now)
  if (!found.checkIn) await keepSealed(deps, found, ticket, checkIn)
  const signed = await requireStudentSignature(deps, door, checkIn, { signer, credential }, browserHash)
  await assertMayMark(deps, door, checkIn, signed)
  const browser = browserAt(installationKey, checkIn.organisationId, browserHash)
  const token = checkIn.boundStudentId === null ? random.secret() : undefined
  const ended = await storage.transaction(async (stores) => {
    const { account: owner, passkey: signedBy, assertion } = signed
    const by = { studentId: owner.id, credentialId: signedBy.credentialId, browser, sharedMs }
    const locked = await stores.checkIns.lockToMark(checkIn, by)
    const { account, member, session, passkey, now } = locked
    if (!account || !passkey) throw new Problem('check-in-refused')
    if (!member) throw new Problem('not-a-member')
    if (!session) throw new Problem('attendance-ended')
    assertOpen(session, now)
    if (!locked.checkIn || locked.checkIn.end) return 'spent'
    const ground = { ...locked, member, session, passkey }
    assertInCourse(ground, checkIn)
    if (!mayFollow(passkey, assertion.counter)) return 'counter-regression'
    if (locked.isTicketSpent) throw new Problem('scan-ticket-old')
    await stores.checkIns.spendTicket(checkIn.ticketHash, now + scanTicketMs)
    const way = { method: 'room-code', oncePer: 'session' } as const
    const made = await markSigned(stores, door, checkIn, signed, ground, way)
    if (made.outcome === 'counted') await saveOrigin(stores, door, checkIn, ticket, browser, made.mark)
    const opened = token === undefined ? undefined : await openLogin(deps, stores, door, account, token, now)
    const openedSessionId = opened?.sessionId ?? null
    const { end, result } = await endCheckIn(stores, checkIn, ground, made, { assertionHash, openedSessionId })
    return { end, result, login: opened?.login }
  })
  if (ended === 'counter-regression') return refuseSuspect(deps, door, signed, 'counter', suspectReasons.counter)
  if (ended !== 'spent') return { answer: await answerCheckIn(deps, door, checkIn, ended), login: ended.login }
  // Another request with the same answer was faster.
  return repeatAnswer(deps, door, await storage.checkIns.find(id), assertionHash)
}

/** As a row that nothing has ended yet. */
function unlessOver(checkIn: CheckIn | undefined, now: number): KeptCheckIn | undefined {
  return checkIn && now < checkIn.expiresAt ? { ...checkIn, end: null } : undefined
}

/** The ticket by which this browser has begun the check-in. Throws scan-ticket-old, check-in-refused. */
function requireOwnTicket(deps: FinishDeps, context: RequestContext, checkIn: CheckIn, now: number): ScanTicket {
  const { ticket, sealed } = requireTicket(deps, context)
  assertFresh(ticket, now)
  const binding = context.caller ? sessionBinding(context.caller.session.id) : null
  if (checkIn.sessionBinding !== binding || hashSecret(sealed) !== checkIn.ticketHash)
    throw new Problem('check-in-refused')
  return ticket
}

/**
 * From now on it can be burnt, and finished once. Another request may have kept it meanwhile. Throws scan-ticket-old for one
 * of before secrets were forgotten.
 */
async function keepSealed(
  { storage }: FinishDeps,
  { secretsEpoch }: AnsweredCheckIn,
  ticket: ScanTicket,
  checkIn: CheckIn,
): Promise<void> {
  if (ticket.secretsEpoch !== secretsEpoch) throw new Problem('scan-ticket-old')
  await storage.briefTransaction(({ checkIns }) => checkIns.keep(checkIn))
}

/**
 * A held passkey marks at an institute that has confirmed it, but opens no session: by that session another passkey could
 * be added (rules §5.5).
 */
async function assertMayMark(
  { storage }: FinishDeps,
  context: RequestContext,
  { boundStudentId, organisationId }: CheckIn,
  { account, passkey }: Signed,
): Promise<void> {
  const isLogin = boundStudentId === null
  const held = await isHeld(storage, passkey, isLogin ? 'log-in' : 'mark-std', organisationId)
  if (held) throw new Problem('passkey-held', { value: passkey.heldUntil?.toString() })
  if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
  if (!isLogin && requireCaller(context).account.id !== account.id) throw new Problem('check-in-refused')
}

async function saveOrigin(
  { checkIns }: Pick<Stores, 'checkIns'>,
  context: RequestContext,
  { id, attendanceSessionId, organisationId, begunAt }: CheckIn,
  { scannedAt, step }: ScanTicket,
  browserHash: string,
  { studentId, credentialId, markedAt }: Mark & { readonly credentialId: string },
): Promise<void> {
  const addressPrefix = networkPrefix(context.address)
  const redeemedAfter = scannedAt - step * roomCodeStepMs
  const of = { id, attendanceSessionId, organisationId, studentId, credentialId }
  const origin = { ...of, browserHash, addressPrefix, markedAt, redeemedAfter }
  await checkIns.saveOrigin(origin, { sessionId: context.caller?.session.id ?? null, begunAt })
}

async function openLogin(
  deps: FinishDeps,
  stores: Stores,
  context: RequestContext,
  account: Account,
  token: string,
  now: number,
): Promise<{ readonly sessionId: string; readonly login: OpenedLogin }> {
  const strength = { by: 'passkey', withPasskey: true, enrolment: null } as const
  const { id: sessionId } = await openSession(stores, deps, context, account, token, strength, now)
  const browserToken = await rememberBrowser(stores, deps, context, account.id, now)
  await event(stores, context, 'login', { accountId: account.id, facts: { by: 'check-in' } })
  return { sessionId, login: { token, browserToken } }
}
