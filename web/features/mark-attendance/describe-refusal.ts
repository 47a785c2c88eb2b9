import type { Texts } from '#contract/texts.ts'
import { networkFailed, RequestError } from '../../client/request-error.ts'
import type { NextStep } from './panel-state.ts'

/** What the board says about an error: its sentence, and in plain words what to do next. */
export function describeRefusal(error: unknown, texts: Texts): { readonly message: string; readonly next: NextStep } {
  if (error instanceof RequestError) return { message: error.message, next: nextAfter(error) }
  if (isUnconfirmed(error)) return { message: texts.passkey.authenticationIncomplete, next: 'cancelled' }
  return { message: error instanceof Error ? error.message : texts.attendance.markFailed, next: 'other' }
}

function nextAfter({ type, code }: RequestError): NextStep {
  if (type === networkFailed) return 'offline'
  if (type === 'general_unauthorized_scope') return 'logged-out'
  return code === 429 || code === 503 ? 'wait' : 'other'
}

// WebAuthn L3 §6.3.3 and §14.5.1: refused, cancelled and timed out are one and the same to the page.
function isUnconfirmed(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
