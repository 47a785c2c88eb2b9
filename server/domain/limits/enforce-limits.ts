import type { LimitSubject, RequestLimit } from './limit-table.ts'
import type { LimitReading, RateLimiter } from './rate-limiter.ts'

/** The key of each subject that the limits of a call count. */
type KeysOf<Limits extends readonly RequestLimit[]> = Readonly<Record<Limits[number]['per'], string>>
type Readings<Limits extends readonly unknown[]> = { -readonly [Index in keyof Limits]: LimitReading }

/**
 * Before a call does anything: counts it where calls are limited, and looks whether its misses are used up where misses
 * are. Throws RateLimitProblem. The readings are in the order of `limits`, for rateLimitHeaders.
 */
export async function admitCall<const Limits extends readonly RequestLimit[]>(
  limiter: RateLimiter,
  limits: Limits,
  keys: KeysOf<Limits>,
): Promise<Readings<Limits>> {
  const readings: LimitReading[] = []
  for (const limit of limits) {
    const key = keyOf(limit, keys)
    readings.push(limit.counts === 'calls' ? await limiter.count(limit, key) : await limiter.check(limit, key))
  }
  return readings as Readings<Limits>
}

/** After a call failed in the way that its limits on misses mean. */
export async function countMiss<const Limits extends readonly RequestLimit[]>(
  limiter: RateLimiter,
  limits: Limits,
  keys: KeysOf<Limits>,
): Promise<void> {
  for (const limit of limits) if (limit.counts === 'misses') await limiter.miss(limit, keyOf(limit, keys))
}

function keyOf(limit: RequestLimit, keys: Readonly<Partial<Record<LimitSubject, string>>>): string {
  const key = keys[limit.per]
  if (key === undefined) throw new Error(`The limit ${limit.name} needs a key for ${limit.per}`)
  return key
}
