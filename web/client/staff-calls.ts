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
