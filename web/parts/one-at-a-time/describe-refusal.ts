import type { PasskeyReadiness } from '#contract/passkey.ts'
import { isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { messageOf, networkFailed, RequestError } from '../../client/request-error.ts'
import type { FoundStudent } from './mark-student.ts'
import type { NextStep, RefusalWords } from './panel-state.ts'

/**
 * The sentence of board and toast for an error, and the next step in plain words. `readiness`: what the student's
 * passkeys can do here, where that was asked.
 */
export function describeRefusal(
  error: unknown,
  student: Pick<FoundStudent, 'passKey'> | undefined,
  readiness: PasskeyReadiness | undefined,
): RefusalWords {
  const message = messageOf(error)
  const next = nextAfter(error, student)
  // Beside a held passkey only the old one is asked for, and the student may no longer have it.
  const until = next === 'held' || next === 'cancelled' ? readiness?.heldUntil : undefined
  if (until) return { message, next, until }
  return { message, next: next === 'cancelled' && readiness?.state === 'one-device' ? 'one-device' : next }
}

function nextAfter(error: unknown, student: Pick<FoundStudent, 'passKey'> | undefined): NextStep {
  if (!(error instanceof RequestError)) return isUnconfirmed(error) ? 'cancelled' : 'other'
  switch (error.type) {
    case networkFailed:
      return 'offline'
    case 'general_unauthorized_scope':
      return 'logged-out'
    case 'user_email_not_verified':
      return 'not-confirmed'
    case 'user_unauthorized':
      if (error.reason === 'passkey-held') return 'held'
      if (error.reason === 'passkey-suspect') return 'suspect'
      if (error.reason === 'passkey-changed') return 'changed'
      if (error.reason === 'student-passkey-missing') return 'no-passkey'
      if (error.reason === 'attendance-ended' || error.reason === 'attendance-not-started') return 'ended'
      return student !== undefined && student.passKey !== true ? 'no-passkey' : 'other'
    default:
      return error.code === 429 || error.code === 503 ? 'wait' : 'other'
  }
}
