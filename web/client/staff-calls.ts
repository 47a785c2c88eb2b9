import type { Acting, Invitation, StaffActs } from '#contract/staff.ts'
import { callProduct, type ProductInput } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** Calls about the people of an institute: the list, the invitation, and acting for an institute. */

/** `before`: where an earlier page ended. */
export function readStaffActs(staffId: string, before: number | undefined): Promise<StaffActs> {
  return readProduct('GET /staff/:staffId/acts', { staffId }, before === undefined ? {} : { before })
}

type Link = { readonly id: string; readonly secret: string }

/** Spends nothing: the link still works afterwards. */
export function lookUpInvitation({ id, secret }: Link): Promise<Invitation> {
  return callProduct('POST /invitation/look-up', {}, { invitationId: id, secret })
}

/** `made`: a new account, of one of the institute's people or of a student. Without it the one that is logged in joins. */
export async function joinInstitute(
  { id, secret }: Link,
  made: Pick<ProductInput<'PUT /invitation'>, 'account' | 'student'> = {},
): Promise<void> {
  await callProduct('PUT /invitation', {}, { invitationId: id, secret, ...made })
}

export async function stopInstituteMails({ id, secret }: Link): Promise<void> {
  await callProduct('POST /invitation/stop', {}, { invitationId: id, secret })
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
