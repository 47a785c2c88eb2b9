import type { Account } from '../accounts/stores.ts'
import type { Stores } from '../ports.ts'

/** Tells the open screens of the account, and of the institutes that see it, that its passkeys are others now. */
export async function publishPasskeyChange(
  stores: Stores,
  { id, label }: Pick<Account, 'id' | 'label'>,
  now: number,
): Promise<void> {
  if (label === 'ORG') {
    await stores.changes.publish({ collection: 'organisations', id, action: 'update', audience: [id], at: now })
    return
  }
  await stores.students.touch(id, now)
  const memberships = await stores.memberships.listOfStudent(id)
  const audience = [id, ...memberships.map(({ organisationId }) => organisationId)]
  await stores.changes.publish({ collection: 'students', id, action: 'update', audience, at: now })
}
