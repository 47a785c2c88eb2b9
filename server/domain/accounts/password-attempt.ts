import type { Deps } from '../deps.ts'
import { assertLoginAllowed, countLoginMiss, loginMissKey } from '../limits/login-misses.ts'

/**
 * Takes one try at a password: counted as a miss before the password is looked at, so that a hundred tries at once are
 * a hundred misses. Whoever finds it right clears the count. Throws general_rate_limit_exceeded when none is left.
 */
export async function takePasswordAttempt(
  { storage, limitScale }: Pick<Deps, 'storage' | 'limitScale'>,
  emailCanonical: string,
): Promise<void> {
  const key = loginMissKey(emailCanonical)
  await storage.transaction(async (stores) => {
    const misses = await stores.loginMisses.lock(key)
    const now = await stores.now()
    assertLoginAllowed(misses, now, limitScale)
    await stores.loginMisses.save(key, countLoginMiss(misses, now, limitScale))
  })
}
