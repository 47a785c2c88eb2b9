import { rememberBrowser } from '../accounts/known-browser.ts'
import { openSession } from '../accounts/open-session.ts'
import type { Account } from '../accounts/stores.ts'
import { flagEvidence } from '../attendance/evidence-flags.ts'
import { type MadeMark, makeMark, recordMarks, whole } from '../attendance/make-mark.ts'
import { roomCodeStepMs } from '../attendance/session-id.ts'
import { record } from '../audit/record.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import { networkPrefix } from '../limits/address-key.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { makeMarkSignature } from './mark-signature.ts'
import { assertOpen } from './offer-by-room-code.ts'
import { scanTicketMs } from './scan-ticket.ts'
import type { FinishDeps, KnownMark, OpenedLogin, ScannedCheckIn, SignedCheckIn } from './signed-check-in.ts'
import type { CheckInEnd, LockedCheckIn, OwnMark, Room } from './stores.ts'

type Marked = { readonly end: CheckInEnd; readonly login: OpenedLogin | undefined; readonly known: KnownMark }

/** What the rules need of a locked check-in; none of it is missing. */
type Ground = Pick<LockedCheckIn, 'isShared' | 'mark' | 'now'> &
  Readonly<
    Record<'account', Account> & Record<'member', MarkedMember> & Record<'room', Room> & Record<'passkey', Passkey>
  >

/** How long a browser counts as shared after another student's mark. Milliseconds. */
export const sharedMs = 24 * 60 * 60_000

/**
 * Spends check-in and ticket, moves the passkey's counter and makes the mark with all that belongs to it: all or nothing.
 * Everything is locked and read first and decided then; the writes that follow need no answers. 'spent': another request
 * has finished this check-in meanwhile.
 */
export async function markCheckedIn(
  deps: FinishDeps,
  context: RequestContext,
  signed: ScannedCheckIn,
): Promise<Marked | 'spent' | 'counter-regression'> {
  const { checkIn, assertion, account } = signed
  const browser = browserAt(deps.installationKey, checkIn.organisationId, checkIn.browserHash)
  const token = checkIn.boundStudentId === null ? deps.random.secret() : undefined
  return deps.storage.transaction(async (stores) => {
    const { credentialId } = signed.passkey
    const locked = await stores.checkIns.lockToMark(checkIn, { studentId: account.id, credentialId, browser, sharedMs })
    const ground = assertComplete(locked)
    assertOpen(ground.room, locked.now)
    if (!locked.checkIn || locked.checkIn.end) return 'spent'
    if (!mayFollow(ground.passkey, assertion.counter)) return 'counter-regression'
    if (locked.isTicketSpent) throw new Problem('scan-ticket-old')
    await stores.passkeys.saveUse(credentialId, assertion.counter, assertion.backedUp, locked.now)
    await stores.checkIns.spendTicket(checkIn.ticketHash, locked.now + scanTicketMs)
    const { outcome, known } = await mark(stores, context, signed, ground, browser)
    const opened = token === undefined ? undefined : await openLogin(deps, stores, context, ground, token)
    const end: CheckInEnd = {
      assertionHash: signed.assertionHash,
      studentId: account.id,
      outcome,
      openedSessionId: opened?.sessionId ?? null,
    }
    await stores.checkIns.finish(checkIn.id, end)
    return { end, login: opened?.login, known }
  })
}

function assertComplete({ account, member, room, passkey, ...rest }: LockedCheckIn): Ground {
  if (!account || !passkey) throw new Problem('check-in-refused')
  if (!member) throw new Problem('not-a-member')
  if (!room) throw new Problem('attendance-ended')
  return { account, member, room, passkey, ...rest }
}

async function mark(
  stores: Stores,
  context: RequestContext,
  signed: ScannedCheckIn,
  { member, room, passkey, mark: earlier, isShared, now }: Ground,
  browser: string,
): Promise<{ readonly outcome: CheckInEnd['outcome']; readonly known: KnownMark }> {
  const { checkIn, assertion, credential } = signed
  const attachment = readAttachment(credential)
  const { backupEligible, backedUp } = assertion
  const flags = flagEvidence({ passkey, attachment, backedUp, usedAt: now })
  const made = await makeMark(stores, member, room.session, whole('session'), {
    method: 'room-code',
    credentialId: passkey.credentialId,
    proofId: checkIn.id,
    evidence: { attachment, userVerified: true, backupEligible, backedUp, flags },
    earlier,
    now,
  })
  await recordMarks(stores, context, room.session, made)
  if (made.outcome === 'counted') {
    await saveSignature(stores, signed)
    await saveOrigin(stores, context, signed, browser, made.mark.markedAt)
  }
  return { outcome: made.outcome, known: { ...knownMark(member, made, earlier), room, isShared, now } }
}

/** The mark that stands after a try, with the student's total. */
export function knownMark(
  { student }: MarkedMember,
  { outcome, mark, total }: MadeMark,
  earlier: OwnMark | undefined,
): Pick<KnownMark, 'member' | 'mark'> {
  const member = { student, membership: { total } }
  return { member, mark: outcome === 'counted' ? { ...mark, isWithdrawn: false } : earlier }
}

/** Keeps what the student has signed as the signature of the mark. */
export async function saveSignature(
  stores: Pick<Stores, 'checkIns'>,
  { checkIn, passkey, credential }: SignedCheckIn,
): Promise<void> {
  await stores.checkIns.saveSignature(makeMarkSignature(checkIn, passkey, credential))
}

async function saveOrigin(
  stores: Pick<Stores, 'checkIns'>,
  context: RequestContext,
  { checkIn, account, passkey, ticket }: ScannedCheckIn,
  browserHash: string,
  markedAt: number,
): Promise<void> {
  const { attendanceSessionId, organisationId } = checkIn
  const origin = {
    id: checkIn.id,
    attendanceSessionId,
    organisationId,
    studentId: account.id,
    browserHash,
    addressPrefix: networkPrefix(context.address),
    markedAt,
    credentialId: passkey.credentialId,
    redeemedAfter: ticket.scannedAt - ticket.step * roomCodeStepMs,
  }
  await stores.checkIns.saveOrigin(origin, { sessionId: context.caller?.session.id ?? null, begunAt: checkIn.begunAt })
}

/** A browser, as one institute's marks name it. */
export function browserAt(key: FinishDeps['installationKey'], organisationId: string, browserHash: string): string {
  return key.mac('browser', `${organisationId}\n${browserHash}`).toString('base64url')
}

async function openLogin(
  deps: FinishDeps,
  stores: Stores,
  context: RequestContext,
  { account, now }: Ground,
  token: string,
): Promise<{ readonly sessionId: string; readonly login: OpenedLogin }> {
  const strength = { by: 'passkey', withPasskey: true, enrolment: null } as const
  const { id: sessionId } = await openSession(stores, deps, context, account, token, strength, now)
  const browserToken = await rememberBrowser(stores, deps, context, account.id, now)
  const detail = 'passkey of a check-in'
  await record(stores, context, { action: 'login', outcome: 'done', accountId: account.id, detail })
  return { sessionId, login: { token, browserToken } }
}

/** A new token for the login that a lost answer had opened. Undefined where it has ended since. */
export async function renewLogin(
  { storage, random }: Pick<FinishDeps, 'storage' | 'random'>,
  accountId: string,
  sessionId: string,
): Promise<OpenedLogin | undefined> {
  const token = random.secret()
  return storage.transaction(async (stores) => {
    const session = (await stores.sessions.listLive(accountId)).find(({ id }) => id === sessionId)
    if (!session) return undefined
    await stores.sessions.replaceToken(sessionId, hashSecret(token), session.authenticatedAt)
    return { token, browserToken: undefined }
  })
}
