import type { UserModel } from '#contract/account.ts'
import { collectionOf } from '#contract/identifiers.ts'
import { createAccount } from '../../client/account-calls.ts'
import { createDocument } from '../../client/document-calls.ts'
import { setLabel } from '../../client/product-calls.ts'
import { openSession } from '../../session/open-session.ts'
import type { Registration } from './to-registration.ts'

/** Spec §4, registration: account, label record, profile document, automatic login; in this order. */
export async function registerAccount({ label, email, password, name, profile }: Registration): Promise<UserModel> {
  const created = await createAccount(email, password, name)
  await setLabel(created.$id, label)
  await createDocument(collectionOf[label], created.$id, profile)
  return openSession(email, password)
}
