import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { callProduct, type ProductAnswer } from './call-product.ts'
import { CeremonyError, getAssertion } from './passkey-ceremony.ts'
import { isOutage } from './request-error.ts'

/** Calls of a check-in that an institute begins: at its screen, by hand, and of a roll. `call`: as a login does it, or as a paired screen. */

type Call = typeof callProduct
type Offer = ProductAnswer<'POST /check-ins'>
type Finished = ProductAnswer<'POST /check-ins/:checkInId/finish'>

/** Looks the student up and asks for the passkey, in one call. `typed`: a roll number or an email. Throws RequestError. */
export function beginAtScreen(call: Call, typed: string): Promise<Offer> {
  // No roll number has this character.
  const student = typed.includes('@') ? { email: typed } : { rollNumber: typed }
  return call('POST /check-ins', {}, { way: 'screen', ...student })
}

/** Between two tries of a finish, ms; the last one again and again. */
const pausesMs = [0, 1_000, 2_000, 4_000]
/** A lost database machine takes no longer to be replaced. */
const patienceMs = 60_000

/** The gesture for what was begun, and its finish. Throws CeremonyError, RequestError, and the reason of `signal`. */
export async function signAndFinish({ ceremony }: Offer, signal: AbortSignal): Promise<Finished> {
  if (ceremony === null) throw new CeremonyError('authentication-incomplete')
  return finishCheckIn(callProduct, ceremony.id, await getAssertion(ceremony.options, signal))
}

/**
 * Finishes the check-in. It is sent again for a minute where its answer is lost: the same assertion counts once, and is
 * answered alike. `onLate` runs when the second try has no answer either. Throws RequestError, and the reason of `signal`.
 */
export async function finishCheckIn(
  call: Call,
  checkInId: string,
  assertion: AuthenticationResponseJSON,
  { signal, onLate }: { readonly signal?: AbortSignal; readonly onLate?: () => void } = {},
): Promise<Finished> {
  const end = performance.now() + patienceMs
  for (let tries = 0; ; tries++) {
    try {
      return await call('POST /check-ins/:checkInId/finish', { checkInId }, { assertion })
    } catch (error) {
      if (!isOutage(error) || performance.now() > end) throw error
    }
    if (tries === 1) onLate?.()
    await new Promise((resolve) => setTimeout(resolve, pausesMs.at(Math.min(tries, pausesMs.length - 1))))
    signal?.throwIfAborted()
  }
}
