import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { assertLoginAllowed, countLoginMiss, loginMissKey } from '../limits/login-misses.ts'
import { Problem } from '../problem.ts'
import { type Caller, requireCaller, type Visit } from './caller.ts'

/**
 * Asks a signed-in person for the current password again. A wrong one counts as a login miss (security §4).
 * Throws user_invalid_credentials, general_rate_limit_exceeded.
 */
export async function checkCurrentPassword(
  { storage, hasher, limitScale }: Pick<Deps, 'storage' | 'hasher' | 'limitScale'>,
  visit: Visit,
  password: string,
): Promise<Caller> {
  const caller = requireCaller(visit)
  const key = loginMissKey(caller.account.emailCanonical)
  assertLoginAllowed(await storage.loginMisses.find(key), await storage.now(), limitScale)
  if (await hasher.verify(caller.account.passwordHash, password)) return caller
  await storage.transaction(async (stores) => {
    const misses = await stores.loginMisses.find(key)
    await stores.loginMisses.save(key, countLoginMiss(misses, await stores.now(), limitScale))
    await record(stores, visit, { action: 'login', outcome: 'refused', detail: 'wrong current password' })
  })
  throw new Problem('user_invalid_credentials', { message: 'The current password is wrong.' })
}
