import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { callProduct, type ProductAnswer } from './call-product.ts'

/** Calls by which an institute marks students by hand. */

/** The same answer may be sent again: it marks once. */
export function finishByHand(
  checkInId: string,
  assertion: AuthenticationResponseJSON,
): Promise<ProductAnswer<'POST /check-ins/:checkInId/finish'>> {
  return callProduct('POST /check-ins/:checkInId/finish', { checkInId }, { assertion })
}
