import type { LimitReading } from '../../domain/limits/rate-limiter.ts'

/**
 * The headers of protocol §9 for a call that several limits may count: they describe the limit that is nearest to its
 * end. `x-ratelimit-reset` is in epoch seconds.
 */
export function rateLimitHeaders(
  readings: readonly [LimitReading, ...LimitReading[]],
): Record<`x-ratelimit-${'limit' | 'remaining' | 'reset'}`, string> {
  const tightest = readings.reduce((found, next) => (remaining(next) < remaining(found) ? next : found))
  return {
    'x-ratelimit-limit': String(tightest.max),
    'x-ratelimit-remaining': String(remaining(tightest)),
    'x-ratelimit-reset': String(Math.ceil(tightest.resetAt / 1_000)),
  }
}

function remaining({ max, count }: LimitReading): number {
  return Math.max(0, max - count)
}
