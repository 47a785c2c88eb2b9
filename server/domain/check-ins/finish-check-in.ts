import type { AuthenticationCredential } from '#contract/passkey.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { record } from '../audit/record.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import type { OwnedPasskey, SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect, suspectReasons } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { answerCheckIn, repeatAnswer } from './answer-check-in.ts'
import { requireTicket } from './begin-by-room-code.ts'
import { checkInChallenge } from './challenge.ts'
import { markCheckedIn } from './mark-checked-in.ts'
import { assertFresh, type ScanTicket } from './scan-ticket.ts'
import { openCheckIn } from './sealed-check-in.ts'
import type { FinishDeps, Finished, SignedCheckIn } from './signed-check-in.ts'
import type { AnsweredCheckIn, CheckIn, KeptCheckIn } from './stores.ts'

/**
 * Finishes a check-in: checks the signature, then marks the student in one transaction. A wrong answer burns the check-in;
 * a repeated one gets the first answer again. A browser that was not logged in is afterwards. Throws check-in-refused for
 * every answer that is not right; passkey-suspect, passkey-changed, scan-ticket-old, room-code-off, attendance-ended, not-a-member, passkey-held,
 * student-email-not-verified, general_rate_limit_exceeded.
 */
export async function finishCheckIn(
  deps: FinishDeps,
  context: RequestContext,
  id: string,
  credential: AuthenticationCredential,
): Promise<Finished> {
  await enter('check-ins.finish', context, 'check-in.room-code')
  const found = await deps.storage.checkIns.findAnswered(id, credential.id)
  const { signer, now } = found
  const checkIn = found.checkIn ?? unlessOver(openCheckIn(deps.installationKey, context.scanTicket, id), now)
  const browserHash = context.phoneToken === undefined ? undefined : hashSecret(context.phoneToken)
  if (checkIn?.way !== 'room-code' || checkIn.browserHash !== browserHash) throw new Problem('check-in-refused')
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  if (checkIn.end) return repeatAnswer(deps, context, checkIn, checkIn.end, assertionHash)
  const { ticket, sealed } = requireTicket(deps, context)
  assertFresh(ticket, now)
  const binding = context.caller ? sessionBinding(context.caller.session.id) : null
  if (checkIn.sessionBinding !== binding || hashSecret(sealed) !== checkIn.ticketHash)
    throw new Problem('check-in-refused')
  if (!found.checkIn) await keepSealed(deps, found, ticket, checkIn)
  const checked = await requireSignature(deps, context, { checkIn, signer, credential }, checkIn.browserHash)
  const signed = { ...checked, checkIn, credential, assertionHash, ticket }
  await assertMayMark(deps, context, signed)
  const marked = await markCheckedIn(deps, context, signed)
  if (typeof marked === 'string') return answerUnmarked(deps, context, signed, marked)
  return { answer: answerCheckIn(context, checkIn, marked.end, marked.known), login: marked.login }
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
 * Nothing was marked. A passkey whose counter went back is refused and reported. A check-in that is spent gets the answer of
 * the faster request with the same signature. Throws passkey-suspect, check-in-refused.
 */
export async function answerUnmarked(
  deps: FinishDeps,
  context: RequestContext,
  { checkIn: { id }, account, passkey, assertionHash }: SignedCheckIn,
  cause: 'counter-regression' | 'spent',
): Promise<Finished> {
  if (cause === 'counter-regression') {
    await reportSuspect(deps, context, account, passkey, 'counter')
    throw new Problem(suspectReasons.counter)
  }
  const kept = await deps.storage.checkIns.find(id)
  if (!kept?.end) throw new Problem('check-in-refused')
  return repeatAnswer(deps, context, kept, kept.end, assertionHash)
}

type CheckedSignature = Pick<SignedCheckIn, 'account' | 'passkey' | 'assertion'>

/** A right signature of a passkey that proves nothing. */
type SuspectSignature = OwnedPasskey & { readonly because: SuspectCause }

/** An answer to a check-in, with the passkey that it names. */
export type Answer = Pick<SignedCheckIn, 'checkIn' | 'credential'> & { readonly signer: OwnedPasskey | undefined }

/**
 * The signature that belongs to this check-in. Every other answer burns it, and counts for `binding`. Throws
 * check-in-refused; passkey-suspect, passkey-changed for the right one of such a passkey; general_rate_limit_exceeded for these
 * answers alone.
 */
export async function requireSignature(
  deps: FinishDeps,
  context: RequestContext,
  answer: Answer,
  binding: string,
): Promise<CheckedSignature> {
  const checked = await checkSignature(deps, answer)
  if (checked && 'assertion' in checked) return checked
  const { id, boundStudentId } = answer.checkIn
  await deps.storage.briefTransaction((stores) => stores.checkIns.burn(id))
  await context.limiter.count(requestLimits.finishCheckIn.byBinding, binding)
  if (checked) {
    await reportSuspect(deps, context, checked.owner, checked.passkey, checked.because)
    throw new Problem(suspectReasons[checked.because])
  }
  await record(deps.storage, context, { action: 'passkey.assert', outcome: 'refused', subject: boundStudentId })
  throw new Problem('check-in-refused')
}

/** Undefined for every answer that proves nothing. */
async function checkSignature(
  { relyingParty, assertionVerifier }: FinishDeps,
  { checkIn, signer, credential }: Answer,
): Promise<CheckedSignature | SuspectSignature | undefined> {
  if (signer?.owner.label !== 'STD') return undefined
  const { passkey, owner: account } = signer
  if (checkIn.boundStudentId !== null && checkIn.boundStudentId !== account.id) return undefined
  const challenge = checkInChallenge(checkIn)
  // Without a login, the passkey says who the student is.
  const mustNameAccount = checkIn.boundStudentId === null
  const answer = { relyingParty, credential, challenge, account, passkey, mustNameAccount }
  const assertion = await assertionVerifier.verify(answer)
  return typeof assertion === 'string'
    ? { ...signer, because: assertion }
    : assertion && { account, passkey, assertion }
}

/**
 * A held passkey marks at an institute that has confirmed it, but opens no session: by that session another passkey could
 * be added (rules §5.5).
 */
async function assertMayMark(
  { storage }: FinishDeps,
  context: RequestContext,
  { account, passkey, checkIn }: SignedCheckIn,
): Promise<void> {
  const isLogin = checkIn.boundStudentId === null
  const held = await isHeld(storage, passkey, isLogin ? 'step-up' : 'mark-std', checkIn.organisationId)
  if (held) throw new Problem('passkey-held')
  if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
  if (!isLogin && requireCaller(context).account.id !== account.id) throw new Problem('check-in-refused')
}
