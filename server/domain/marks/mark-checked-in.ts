import { rememberBrowser } from '../accounts/known-browser.ts'
import { openSession } from '../accounts/open-session.ts'
import { event } from '../event.ts'
import { networkPrefix } from '../limits/address-key.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { roomCodeStepMs } from '../session-id.ts'
import type { Signed } from './finish-signed.ts'
import { type Ground, type MarkedCheckIn, markSigned } from './mark-signed.ts'
import { assertOpen } from './offer-by-room-code.ts'
import { type ScanTicket, scanTicketMs } from './scan-ticket.ts'
import type { FinishDeps, OpenedLogin } from './signed-check-in.ts'
import type { KeptCheckIn, LockedCheckIn } from './stores.ts'

/** How long a browser counts as shared after another student's mark. Milliseconds. */
export const sharedMs = 24 * 60 * 60_000

/**
 * Makes the mark of a check-in by room code, and spends its ticket. A browser that was not logged in is afterwards. Throws
 * not-a-member, attendance-ended, room-code-off, scan-ticket-old, check-in-refused.
 */
export function markCheckedIn(
  deps: FinishDeps,
  context: RequestContext,
  signed: Signed<KeptCheckIn>,
  ticket: ScanTicket,
): Promise<MarkedCheckIn | 'spent' | 'counter-regression'> {
  const { checkIn } = signed
  const browser = browserAt(deps.installationKey, checkIn.organisationId, checkIn.browserHash)
  const token = checkIn.boundStudentId === null ? deps.random.secret() : undefined
  return markSigned(deps, context, signed, {
    method: 'room-code',
    browser: { browser, sharedMs },
    assertGround,
    oncePer: () => 'session',
    async spend({ checkIns }, { isTicketSpent, now }) {
      if (isTicketSpent) throw new Problem('scan-ticket-old')
      await checkIns.spendTicket(checkIn.ticketHash, now + scanTicketMs)
    },
    saveOrigin: (stores, { mark }) => saveOrigin(stores, context, { ...signed, ticket }, browser, mark.markedAt),
    ...(token !== undefined && { openLogin: (stores, ground) => openLogin(deps, stores, context, ground, token) }),
  })
}

function assertGround({ account, member, session, passkey, ...rest }: LockedCheckIn): Ground {
  if (!account || !passkey) throw new Problem('check-in-refused')
  if (!member) throw new Problem('not-a-member')
  if (!session) throw new Problem('attendance-ended')
  assertOpen(session, rest.now)
  return { ...rest, account, member, session, passkey }
}

async function saveOrigin(
  stores: Pick<Stores, 'checkIns'>,
  context: RequestContext,
  { checkIn, account, passkey, ticket }: Signed<KeptCheckIn> & { readonly ticket: ScanTicket },
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
  await event(stores, context, 'login', { accountId: account.id, facts: { by: 'check-in' } })
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
