import type { Texts } from '#contract/texts.ts'
import { messageOf, networkFailed, RequestError } from '../../client/request-error.ts'
import type { FoundStudent } from './mark-student.ts'
import type { NextStep } from './panel-state.ts'

/** The sentence of board and toast for an error, and the next step in plain words. */
export function describeRefusal(
  error: unknown,
  student: Pick<FoundStudent, 'passKey'> | undefined,
  texts: Texts,
): { readonly message: string; readonly next: NextStep } {
  return { message: messageOf(error, texts), next: nextAfter(error, student) }
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
      return student !== undefined && student.passKey !== true ? 'no-passkey' : 'other'
    default:
      return error.code === 429 || error.code === 503 ? 'wait' : 'other'
  }
}

// WebAuthn L3 §14.5.1: the page cannot tell refused, cancelled and timed out apart.
function isUnconfirmed(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
