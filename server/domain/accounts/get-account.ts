import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { Account } from './stores.ts'

/**
 * The caller's own account, as it was read with the session; whether it may act for an institute, and whether others act
 * for it.
 */
export async function getAccount(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'account.get'>,
): Promise<{ account: Account; isStaff: boolean; hasPeople: boolean }> {
  const { account } = door.caller
  // The login of an institute acts for no other.
  if (account.label === 'ORG') return { account, isStaff: false, hasPeople: await storage.staff.hasPeople(account.id) }
  return { account, isStaff: await storage.staff.isStaffAnywhere(account.id), hasPeople: false }
}
