import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { callProduct, ProductAnswer } from './call-product.ts'
import { isOutage } from './request-error.ts'

/** Calls of a check-in at a screen of the institute. `call`: as a login does it, or as a paired screen. */

type Call = typeof callProduct

/** Looks the student up and asks for the passkey, in one call. `typed`: a roll number or an email. Throws RequestError. */
export function beginAtScreen(call: Call, typed: string): Promise<ProductAnswer<'POST /check-ins'>> {
  // No roll number has this character.
  const student = typed.includes('@') ? { email: typed } : { rollNumber: typed }
  return call('POST /check-ins', {}, { way: 'screen', ...student })
}

/** Between two tries of a finish, ms; the last one again and again. */
const pausesMs = [0, 1_000, 2_000, 4_000]
/** A lost database machine takes no longer to be replaced. */
const patienceMs = 60_000

/**
 * Finishes the check-in. It is sent again for a minute where its answer is lost: the server makes one mark of it, and answers
 * alike. `onLate` runs when the second try has no answer either. Throws RequestError, and the reason of `signal`.
 */
export async function finishAtScreen(
  call: Call,
  checkInId: string,
  assertion: AuthenticationResponseJSON,
  { signal, onLate }: { readonly signal: AbortSignal; readonly onLate: () => void },
): Promise<ProductAnswer<'POST /check-ins/:checkInId/finish'>> {
  const end = performance.now() + patienceMs
  for (let tries = 0; ; tries++) {
    try {
      return await call('POST /check-ins/:checkInId/finish', { checkInId }, { assertion })
    } catch (error) {
      if (!isOutage(error) || performance.now() > end) throw error
    }
    if (tries === 1) onLate()
    await new Promise((resolve) => setTimeout(resolve, pausesMs.at(Math.min(tries, pausesMs.length - 1))))
    signal.throwIfAborted()
  }
}
