import type { Acting } from '#contract/staff.ts'
import { callProduct, type ProductInput } from './call-product.ts'

/** Calls about the people of an institute: the list, the invitation, and acting for an institute. */

type Link = { readonly id: string; readonly secret: string }

/** `made`: a new account, of one of the institute's people or of a student. Without it the one that is logged in joins. */
export async function joinInstitute(
  { id, secret }: Link,
  made: Pick<ProductInput<'PUT /invitation'>, 'account' | 'student'> = {},
): Promise<void> {
  await callProduct('PUT /invitation', {}, { invitationId: id, secret, ...made })
}

export function readActing(): Promise<Acting> {
  return callProduct('GET /acting', {})
}

/** The session of this browser becomes one that acts for the institute. It needs a passkey that was just given. */
export async function beginActing(institute: string): Promise<void> {
  await callProduct('POST /acting', {}, { institute })
}

/** The browser gets the person's own session back; none where that one is over. */
export async function endActing(): Promise<void> {
  await callProduct('DELETE /acting', {}, {})
}
