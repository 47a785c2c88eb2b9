import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import { choose, type Door } from '../doors.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { answerCheckIn } from './answer-check-in.ts'
import { requireAskingScreen } from './asking-screen.ts'
import { finishByHand } from './finish-by-hand.ts'
import { type Answer, type FinishWay, finishSigned } from './finish-signed.ts'
import { markAtScreen } from './mark-at-screen.ts'
import type { MarkedCheckIn } from './mark-signed.ts'
import { signedByStudent } from './signed-by-student.ts'
import type { FinishDeps, Finished } from './signed-check-in.ts'
import type { KeptCheckIn } from './stores.ts'

/**
 * Finishes what an institute has begun: at its screen, which may be a paired one, or by hand (`finishByHand`). A wrong
 * answer burns the check-in; a repeated one gets the first answer again. Throws user_unauthorized, passkey-login-needed;
 * check-in-refused for every answer that is not right; passkey-suspect, passkey-changed; screen-ended, screen-copied for a screen that was ended meanwhile;
 * attendance-ended, document_not_found for a student who has left since, student-email-not-verified,
 * general_rate_limit_exceeded.
 */
export async function finishByInstitute(
  deps: FinishDeps,
  door: Door<'check-in.screen' | 'check-in.hand' | 'check-in.room-code'>,
  {
    checkInId: id,
    assertion: credential,
  }: { readonly checkInId: string; readonly assertion: AuthenticationCredential },
): Promise<FinishedCheckIn> {
  const atScreen = await choose(door, 'check-in.screen')
  const { checkIn, list, signer } = await deps.storage.handCheckIns.findAnswered(id, credential.id)
  if (checkIn) return finishAtScreen(deps, atScreen, { checkIn, signer, credential })
  // A paired screen begins nothing by hand.
  if (door.screen) throw new Problem('check-in-refused')
  return finishByHand(deps, await choose(door, 'check-in.hand'), { checkIn: list, signer, credential })
}

async function finishAtScreen(
  deps: FinishDeps,
  context: RequestContext,
  answer: Answer<KeptCheckIn>,
): Promise<FinishedCheckIn> {
  const { checkIn } = answer
  const { binding } = requireAskingScreen(context)
  if (checkIn.way !== 'screen' || checkIn.sessionBinding !== binding) throw new Problem('check-in-refused')
  const way: FinishWay<KeptCheckIn, MarkedCheckIn, Finished> = {
    ...signedByStudent(deps, context, checkIn, binding),
    async mark(signed) {
      const { account, passkey } = signed
      // None was offered; an authenticator can answer with another passkey.
      const isUnasked = await isHeld(deps.storage, passkey, 'mark-std', checkIn.organisationId)
      if (isUnasked) throw new Problem('check-in-refused')
      if (!account.isEmailVerified) throw new Problem('student-email-not-verified')
      return markAtScreen(deps, context, signed)
    },
    answer: ({ end, result, login }) => ({ answer: answerCheckIn(context, checkIn, end, result), login }),
  }
  return (await finishSigned(deps, context, way, answer)).answer
}
