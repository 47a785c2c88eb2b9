import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { callProduct, type ProductAnswer } from './call-product.ts'
import { isOutage } from './request-error.ts'

/** Calls by which an institute signs for students: marks by hand, and the roll. */

/** Between two tries of a finish, ms. */
const pausesMs = [500, 1_000, 2_000, 4_000]

/** Where its answer is lost it is sent again: the same answer counts once, and is answered alike. */
export async function finishByHand(
  checkInId: string,
  assertion: AuthenticationResponseJSON,
): Promise<ProductAnswer<'POST /check-ins/:checkInId/finish'>> {
  const finish = () => callProduct('POST /check-ins/:checkInId/finish', { checkInId }, { assertion })
  for (const pause of pausesMs) {
    try {
      return await finish()
    } catch (error) {
      if (!isOutage(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return finish()
}
