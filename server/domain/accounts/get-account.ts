import { enter } from '../doors.ts'
import { requireCaller, type Visit } from './caller.ts'
import type { Account } from './stores.ts'

/** The caller's own account, as it was read with the session. */
export async function getAccount(visit: Visit): Promise<Account> {
  await enter('account.get', visit)
  return requireCaller(visit).account
}
