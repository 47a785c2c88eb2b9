import type { Deps } from '../deps.ts'
import {
  assertLoginAllowed,
  type CountedMiss,
  countLoginMiss,
  loginMissKey,
  takeBackLoginMiss,
} from '../limits/login-misses.ts'

type AttemptDeps = Pick<Deps, 'storage' | 'limitScale'>

/**
 * Runs what compares a password, and whatever follows from a right one; `undefined` says that it was wrong. Counted as
 * a miss before the password is looked at, so that a hundred tries at once are a hundred misses. `attempt` clears the count when
 * it finds the password right. What it throws is taken for no miss: the hash queue was full, or the database away, and
 * that is not the fault of whoever tried. Throws general_rate_limit_exceeded when no try is left.
 */
export async function attemptPassword<T>(
  deps: AttemptDeps,
  emailCanonical: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const miss = await countMiss(deps, emailCanonical)
  try {
    return await attempt()
  } catch (error) {
    await takeBack(deps, emailCanonical, miss)
    throw error
  }
}

function countMiss({ storage, limitScale }: AttemptDeps, emailCanonical: string): Promise<CountedMiss> {
  const key = loginMissKey(emailCanonical)
  return storage.transaction(async (stores) => {
    const before = await stores.loginMisses.lock(key)
    const now = await stores.now()
    assertLoginAllowed(before, now, limitScale)
    const after = countLoginMiss(before, now, limitScale)
    await stores.loginMisses.save(key, after)
    return { before, after }
  })
}

async function takeBack(
  { storage, limitScale }: AttemptDeps,
  emailCanonical: string,
  miss: CountedMiss,
): Promise<void> {
  const key = loginMissKey(emailCanonical)
  await storage.transaction(async ({ loginMisses }) => {
    const left = takeBackLoginMiss(await loginMisses.lock(key), miss, limitScale)
    await (left.inRow === 0 ? loginMisses.clear(key) : loginMisses.save(key, left))
  })
}
