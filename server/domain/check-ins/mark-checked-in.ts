import type { RequestContext } from '../accounts/caller.ts'
import { rememberBrowser } from '../accounts/known-browser.ts'
import { openSession } from '../accounts/open-session.ts'
import { flagEvidence } from '../attendance/evidence-flags.ts'
import { makeMark, recordMark } from '../attendance/make-mark.ts'
import { record } from '../audit/record.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { assertOpen } from './offer-by-room-code.ts'
import { scanTicketMs } from './scan-ticket.ts'
import type { FinishDeps, OpenedLogin, SignedCheckIn } from './signed-check-in.ts'
import type { CheckInEnd } from './stores.ts'

type Marked = { readonly end: CheckInEnd; readonly login: OpenedLogin | undefined }

/**
 * Spends check-in and ticket, moves the passkey's counter and makes the mark with all that belongs to it: all or nothing.
 * 'spent': another request has finished this check-in meanwhile.
 */
export async function markCheckedIn(
  deps: FinishDeps,
  context: RequestContext,
  signed: SignedCheckIn,
): Promise<Marked | 'spent' | 'counter-regression'> {
  const { checkIn, passkey, assertion, account } = signed
  const token = checkIn.boundStudentId === null ? deps.random.secret() : undefined
  return deps.storage.transaction(async (stores) => {
    const locked = await stores.accounts.lock(account.id)
    if (!locked) throw new Problem('check-in-refused')
    const member = await stores.memberships.lockMember(checkIn.organisationId, account.id)
    if (!member) throw new Problem('not-a-member')
    const room = await stores.checkIns.lockRoom(checkIn.attendanceSessionId)
    if (!room) throw new Problem('attendance-ended')
    // Read after the locks: who waited for them may have waited past the end.
    const now = await stores.now()
    assertOpen(room, now)
    const kept = await stores.checkIns.find(checkIn.id)
    if (!kept || kept.end) return 'spent'
    const { credentialId } = passkey
    if (!(await stores.passkeys.recordUse(credentialId, assertion.counter, assertion.backedUp, now)))
      return 'counter-regression'
    if (!(await stores.checkIns.spendTicket(checkIn.ticketHash, now + scanTicketMs)))
      throw new Problem('scan-ticket-old')
    const attachment = signed.credential.authenticatorAttachment ?? null
    const { backupEligible, backedUp } = assertion
    const made = await makeMark(stores, member, room.session, {
      method: 'room-code',
      credentialId,
      proofId: checkIn.id,
      evidence: {
        attachment,
        userVerified: true,
        backupEligible,
        backedUp,
        flags: flagEvidence({ passkey, attachment, backedUp, usedAt: now }),
      },
      oncePer: 'session',
      now,
    })
    await recordMark(stores, context, room.session, made)
    const { outcome, mark } = made
    if (outcome === 'counted') await keepSignature(deps, stores, context, signed, mark.markedAt)
    const session =
      token === undefined
        ? undefined
        : await openSession(stores, deps, context, locked, token, { by: 'passkey', withPasskey: true, enrolment: null })
    const login = token === undefined ? undefined : await finishLogin(deps, stores, context, account.id, token)
    const end: CheckInEnd = {
      assertionHash: signed.assertionHash,
      studentId: account.id,
      outcome,
      openedSessionId: session?.id ?? null,
    }
    // Two requests that both found it open: the second one waits for the first, and is undone here.
    if (!(await stores.checkIns.finish(checkIn.id, end))) throw new Problem('check-in-refused')
    return { end, login }
  })
}

async function keepSignature(
  { installationKey }: FinishDeps,
  stores: Stores,
  context: RequestContext,
  { checkIn, passkey, credential, account }: SignedCheckIn,
  markedAt: number,
): Promise<void> {
  const { attendanceSessionId, organisationId, browserHash } = checkIn
  await stores.checkIns.saveSignature({
    ...checkIn,
    studentId: account.id,
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    authenticatorData: credential.response.authenticatorData,
    clientData: credential.response.clientDataJSON,
    signature: credential.response.signature,
  })
  await stores.checkIns.saveOrigin({
    id: checkIn.id,
    attendanceSessionId,
    organisationId,
    studentId: account.id,
    browserHash: browserAt(installationKey, organisationId, browserHash),
    addressPrefix: context.address,
    markedAt,
  })
}

/** A browser, as one institute's marks name it. */
export function browserAt(key: FinishDeps['installationKey'], organisationId: string, browserHash: string): string {
  return key.mac('browser', `${organisationId}\n${browserHash}`).toString('base64url')
}

async function finishLogin(
  deps: FinishDeps,
  stores: Stores,
  context: RequestContext,
  accountId: string,
  token: string,
): Promise<OpenedLogin> {
  const browserToken = await rememberBrowser(stores, deps, context, accountId)
  await record(stores, context, { action: 'login', outcome: 'done', accountId, detail: 'passkey of a check-in' })
  return { token, browserToken }
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
