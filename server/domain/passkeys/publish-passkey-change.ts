import type { Account } from '../accounts/stores.ts'
import { publishOrganisationUpdate, publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Stores } from '../ports.ts'

/** Notifies the open screens of the account, and of the institutes that see it, that its passkeys have changed. */
export async function publishPasskeyChange(
  stores: Stores,
  { id, label }: Pick<Account, 'id' | 'label'>,
  now: number,
): Promise<void> {
  // It has no document.
  if (label === 'STF') return
  if (label === 'ORG') return publishOrganisationUpdate(stores, id, now)
  await stores.students.touch([id], now)
  await publishStudentUpdate(stores, id, await stores.memberships.listOfStudent(id), now)
}
