import { enter } from '../doors.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import type { Account } from './stores.ts'

/** The caller's own account, as it was read with the session. */
export async function getAccount(context: RequestContext): Promise<Account> {
  await enter('account.get', context)
  return requireCaller(context).account
}
