import type { AuthenticationCredential } from '#contract/passkey.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { Door } from '../doors.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { answerCheckIn } from './answer-check-in.ts'
import { requireTicket } from './begin-by-room-code.ts'
import { type FinishWay, finishSigned, type Signed } from './finish-signed.ts'
import { markCheckedIn } from './mark-checked-in.ts'
import type { MarkedCheckIn } from './mark-signed.ts'
import { assertFresh, type ScanTicket } from './scan-ticket.ts'
import { openCheckIn } from './sealed-check-in.ts'
import { signedByStudent } from './signed-by-student.ts'
import type { FinishDeps, Finished } from './signed-check-in.ts'
import type { AnsweredCheckIn, CheckIn, KeptCheckIn } from './stores.ts'

/**
 * Finishes a check-in: checks the signature, then marks the student in one transaction. A wrong answer burns the check-in;
 * a repeated one gets the first answer again. A browser that was not logged in is afterwards. Throws check-in-refused for
 * every answer that is not right; passkey-suspect, passkey-changed, scan-ticket-old, room-code-off, attendance-ended, not-a-member, passkey-held,
 * student-email-not-verified, general_rate_limit_exceeded.
 */
export async function finishCheckIn(
  deps: FinishDeps,
  door: Door<'check-in.room-code'>,
  {
    checkInId: id,
    assertion: credential,
  }: { readonly checkInId: string; readonly assertion: AuthenticationCredential },
): Promise<Finished> {
  const found = await deps.storage.checkIns.findAnswered(id, credential.id)
  const { signer, now } = found
  const checkIn = found.checkIn ?? unlessOver(openCheckIn(deps.installationKey, door.cookies.scanTicket, id), now)
  const browserHash = door.cookies.phone === undefined ? undefined : hashSecret(door.cookies.phone)
  if (checkIn?.way !== 'room-code' || checkIn.browserHash !== browserHash) throw new Problem('check-in-refused')
  return finishSigned(deps, door, byRoomCode(deps, door, found, checkIn), { checkIn, signer, credential })
}

function byRoomCode(
  deps: FinishDeps,
  context: RequestContext,
  found: AnsweredCheckIn,
  checkIn: KeptCheckIn,
): FinishWay<KeptCheckIn, MarkedCheckIn, Finished> {
  return {
    ...signedByStudent(deps, context, checkIn, checkIn.browserHash),
    async assertReady() {
      const { ticket, sealed } = requireTicket(deps, context)
      assertFresh(ticket, found.now)
      const binding = context.caller ? sessionBinding(context.caller.session.id) : null
      if (checkIn.sessionBinding !== binding || hashSecret(sealed) !== checkIn.ticketHash)
        throw new Problem('check-in-refused')
      if (!found.checkIn) await keepSealed(deps, found, ticket, checkIn)
    },
    async mark(signed) {
      await assertMayMark(deps, context, signed)
      return markCheckedIn(deps, context, signed, requireTicket(deps, context).ticket)
    },
    answer: ({ end, result, login }) => ({ answer: answerCheckIn(context, checkIn, end, result), login }),
  }
}

/** As a row that nothing has ended yet. */
function unlessOver(checkIn: CheckIn | undefined, now: number): KeptCheckIn | undefined {
  return checkIn && now < checkIn.expiresAt ? { ...checkIn, end: null } : undefined
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
  { account, passkey, checkIn }: Signed<KeptCheckIn>,
): Promise<void> {
  const isLogin = checkIn.boundStudentId === null
  const held = await isHeld(storage, passkey, isLogin ? 'log-in' : 'mark-std', checkIn.organisationId)
  if (held) throw new Problem('passkey-held')
  if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
  if (!isLogin && requireCaller(context).account.id !== account.id) throw new Problem('check-in-refused')
}
