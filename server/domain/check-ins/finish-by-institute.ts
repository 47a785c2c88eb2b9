import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import { enter } from '../doors.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { answerCheckIn, repeatAnswer } from './answer-check-in.ts'
import { requireAskingScreen } from './asking-screen.ts'
import { finishByHand } from './finish-by-hand.ts'
import { type Answer, answerUnmarked, requireSignature } from './finish-check-in.ts'
import { markAtScreen } from './mark-at-screen.ts'
import type { FinishDeps } from './signed-check-in.ts'

/**
 * Finishes what an institute has begun: at its screen, which may be a paired one, or by hand (`finishByHand`). A wrong
 * answer burns the check-in; a repeated one gets the first answer again. Throws user_unauthorized, passkey-login-needed;
 * check-in-refused for every answer that is not right; passkey-suspect, passkey-changed; screen-ended, screen-copied for a screen that was ended meanwhile;
 * attendance-ended, document_not_found for a student who has left since, student-email-not-verified,
 * general_rate_limit_exceeded.
 */
export async function finishByInstitute(
  deps: FinishDeps,
  context: RequestContext,
  id: string,
  credential: AuthenticationCredential,
): Promise<FinishedCheckIn> {
  await enter('check-ins.finish', context, 'check-in.screen')
  const { checkIn, list, signer } = await deps.storage.handCheckIns.findAnswered(id, credential.id)
  if (checkIn) return finishAtScreen(deps, context, { checkIn, signer, credential })
  // A paired screen begins nothing by hand.
  if (context.screen) throw new Problem('check-in-refused')
  return finishByHand(deps, context, { checkIn: list, signer, credential })
}

async function finishAtScreen(deps: FinishDeps, context: RequestContext, answer: Answer): Promise<FinishedCheckIn> {
  const { checkIn, credential } = answer
  const { binding } = requireAskingScreen(context)
  if (checkIn.way !== 'screen' || checkIn.sessionBinding !== binding) throw new Problem('check-in-refused')
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  if (checkIn.end) return (await repeatAnswer(deps, context, checkIn, checkIn.end, assertionHash)).answer
  const checked = await requireSignature(deps, context, answer, binding)
  const { account, passkey } = checked
  // None was offered; an authenticator can answer with another passkey.
  if (await isHeld(deps.storage, passkey, 'mark-std', checkIn.organisationId)) throw new Problem('check-in-refused')
  if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
  const signed = { ...checked, checkIn, credential, assertionHash }
  const marked = await markAtScreen(deps, context, signed)
  if (typeof marked === 'string') return (await answerUnmarked(deps, context, signed, marked)).answer
  return answerCheckIn(context, checkIn, marked.end, marked.known)
}
