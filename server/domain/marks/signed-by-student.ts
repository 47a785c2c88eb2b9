import { requestLimits } from '../limits/limit-table.ts'
import { suspectReasons } from '../passkeys/suspect-passkey.ts'
import type { RequestContext } from '../request-context.ts'
import { repeatAnswer } from './answer-check-in.ts'
import { checkInChallenge } from './challenge.ts'
import type { FinishWay } from './finish-signed.ts'
import type { FinishDeps, Finished } from './signed-check-in.ts'
import type { KeptCheckIn } from './stores.ts'

type Shared = Omit<FinishWay<KeptCheckIn, never, Finished>, 'mark' | 'answer' | 'assertReady'>

/** What the ways have in common in which a student signs. `binding`: whose wrong answers are counted. */
export function signedByStudent(
  deps: FinishDeps,
  context: RequestContext,
  checkIn: KeptCheckIn,
  binding: string,
): Shared {
  const { storage } = deps
  const { id, boundStudentId } = checkIn
  return {
    endOf: ({ end }) => end?.assertionHash ?? null,
    find: () => storage.checkIns.find(id),
    repeat: (kept) => repeatAnswer(deps, context, kept),
    challenge: checkInChallenge(checkIn),
    maySign: ({ owner }) => owner.label === 'STD' && (boundStudentId === null || boundStudentId === owner.id),
    // Without a login, the passkey says who the student is.
    mustNameAccount: boundStudentId === null,
    misses: { limit: requestLimits.finishCheckIn.byBinding, binding },
    burn: () => storage.briefTransaction((stores) => stores.checkIns.burn(id)),
    subject: boundStudentId,
    suspectReason: (because) => suspectReasons[because],
  }
}
