import type { Deps } from '../deps.ts'
import { assertLoginAllowed, type CountedMiss, countLoginMiss, takeBackLoginMiss } from '../limits/login-misses.ts'

type AttemptDeps = Pick<Deps, 'storage' | 'limitScale'>

/**
 * Runs `attempt`, which compares a password and does what a right one allows. It resolves to `undefined` for a wrong
 * password. The try is counted as a miss before the comparison, so that a hundred simultaneous tries count as a hundred
 * misses; a right password clears the count. When `attempt` throws, the miss is taken back: a full hash queue or an
 * unreachable database is not the caller's fault. `missKey`: the count that the miss is added to. Throws
 * general_rate_limit_exceeded when no try is left.
 */
export async function attemptPassword<T>(
  deps: AttemptDeps,
  missKey: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const miss = await countMiss(deps, missKey)
  try {
    return await attempt()
  } catch (error) {
    await takeBack(deps, missKey, miss)
    throw error
  }
}

function countMiss({ storage, limitScale }: AttemptDeps, key: string): Promise<CountedMiss> {
  return storage.transaction(async (stores) => {
    const before = await stores.loginMisses.lock(key)
    const now = await stores.now()
    assertLoginAllowed(before, now, limitScale)
    const after = countLoginMiss(before, now, limitScale)
    await stores.loginMisses.save(key, after)
    return { before, after }
  })
}

async function takeBack({ storage, limitScale }: AttemptDeps, key: string, miss: CountedMiss): Promise<void> {
  await storage.transaction(async ({ loginMisses }) => {
    const left = takeBackLoginMiss(await loginMisses.lock(key), miss, limitScale)
    await (left.inRow === 0 ? loginMisses.clear(key) : loginMisses.save(key, left))
  })
}
