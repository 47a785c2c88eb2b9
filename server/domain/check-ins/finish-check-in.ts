import type { AuthenticationCredential } from '#contract/passkey.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { record } from '../audit/record.ts'
import { enter } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { sessionBinding } from '../passkeys/binding.ts'
import { reportCounterRegression } from '../passkeys/counter-regression.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { answerCheckIn, repeatAnswer } from './answer-check-in.ts'
import { requireTicket } from './begin-by-room-code.ts'
import { checkInChallenge } from './challenge.ts'
import { markCheckedIn } from './mark-checked-in.ts'
import type { FinishDeps, Finished, SignedCheckIn } from './signed-check-in.ts'
import type { KeptCheckIn } from './stores.ts'

/**
 * Finishes a check-in: checks the signature, then marks the student in one transaction. A wrong answer burns the check-in;
 * a repeated one gets the first answer again. A browser that was not logged in is afterwards. Throws check-in-refused for
 * every cause alike, scan-ticket-old, room-code-off, attendance-ended, not-a-member, passkey-held,
 * student-email-not-verified, general_rate_limit_exceeded.
 */
export async function finishCheckIn(
  deps: FinishDeps,
  context: RequestContext,
  id: string,
  credential: AuthenticationCredential,
): Promise<Finished> {
  await enter('check-ins.finish', context, 'check-in.room-code')
  const checkIn = await deps.storage.checkIns.find(id)
  const browserHash = context.phoneToken === undefined ? undefined : hashSecret(context.phoneToken)
  if (!checkIn || checkIn.browserHash !== browserHash) throw new Problem('check-in-refused')
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  if (checkIn.end) return repeatAnswer(deps, context, checkIn, checkIn.end, assertionHash)
  const { sealed } = await requireTicket(deps, context)
  const binding = context.caller ? sessionBinding(context.caller.session.id) : null
  if (checkIn.sessionBinding !== binding || hashSecret(sealed) !== checkIn.ticketHash)
    throw new Problem('check-in-refused')
  const counted = [[requestLimits.finishPasskeyLogin.byBinding, checkIn.browserHash]] as const
  const check = () => checkSignature(deps, checkIn, credential)
  const checked = await context.limiter.attempt(counted, check, (result) => result === undefined)
  if (!checked) {
    await deps.storage.briefTransaction((stores) => stores.checkIns.burn(id))
    await record(deps.storage, context, {
      action: 'passkey.assert',
      outcome: 'refused',
      subject: checkIn.boundStudentId,
    })
    throw new Problem('check-in-refused')
  }
  const signed = { ...checked, checkIn, credential, assertionHash }
  await assertMayMark(deps, context, signed)
  const marked = await markCheckedIn(deps, context, signed)
  if (marked === 'counter-regression') {
    const { account, passkey } = checked
    await deps.storage.transaction((stores) => reportCounterRegression(stores, context, account, passkey))
    throw new Problem('check-in-refused')
  }
  // Another request with the same answer was faster.
  if (marked === 'spent') {
    const kept = await deps.storage.checkIns.find(id)
    if (!kept?.end) throw new Problem('check-in-refused')
    return repeatAnswer(deps, context, kept, kept.end, assertionHash)
  }
  const answer = await answerCheckIn(deps, context, checkIn, marked.end)
  return { answer, login: marked.login }
}

/** Undefined for every answer that proves nothing. */
async function checkSignature(
  { storage, relyingParty, assertionVerifier }: FinishDeps,
  checkIn: KeptCheckIn,
  credential: AuthenticationCredential,
): Promise<Pick<SignedCheckIn, 'account' | 'passkey' | 'assertion'> | undefined> {
  const found = await storage.passkeys.findWithOwner(credential.id)
  if (found?.owner.label !== 'STD') return undefined
  const { passkey, owner: account } = found
  if (checkIn.boundStudentId !== null && checkIn.boundStudentId !== account.id) return undefined
  const challenge = checkInChallenge(checkIn)
  const assertion = await assertionVerifier.verify({ relyingParty, credential, challenge, account, passkey })
  return assertion && { account, passkey, assertion }
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
