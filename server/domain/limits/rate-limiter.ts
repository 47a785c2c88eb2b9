import { createHash } from 'node:crypto'
import { Problem } from '../problem.ts'
import { type Limit, type LimitCounters, type LimitState, scaleLimit } from './limits.ts'

/** How a caller stands towards one limit. */
export type LimitReading = {
  /** How many are allowed in a window, after scaling. */
  readonly max: number
  readonly count: number
  /** When the window ends, epoch ms. */
  readonly resetAt: number
  /** True when nothing more is allowed in this window. */
  readonly isUsedUp: boolean
}

/** 429 general_rate_limit_exceeded, with what the answer's headers need. */
export class RateLimitProblem extends Problem {
  readonly reading: LimitReading

  constructor(reading: LimitReading, retryAfterMs: number) {
    super('general_rate_limit_exceeded', { retryAfterMs })
    this.name = 'RateLimitProblem'
    this.reading = reading
  }
}

/** `key` is whom the limit counts: an address key, an account id, a canonical email, or several joined. */
export type RateLimiter = {
  /** Counts one call. Throws RateLimitProblem for the first one beyond the limit and all after it. */
  readonly count: (limit: Limit, key: string) => Promise<LimitReading>
  /** For limits on misses, before the attempt: throws RateLimitProblem when the misses are used up. Counts nothing. */
  readonly check: (limit: Limit, key: string) => Promise<LimitReading>
  /** For limits on misses, after a failed attempt. Never throws a RateLimitProblem. */
  readonly miss: (limit: Limit, key: string) => Promise<LimitReading>
}

/**
 * @param scale multiplies every limit (RATE_LIMIT_SCALE); at least one call stays allowed.
 * @param now epoch ms, for the time to wait that a refusal names.
 */
export function createRateLimiter(counters: LimitCounters, scale: number, now: () => number): RateLimiter {
  const read = (limit: Limit, { count, resetAt }: LimitState): LimitReading => {
    const max = scaleLimit(limit.max, scale)
    return { max, count, resetAt, isUsedUp: count >= max }
  }
  // The windows may belong to another machine's clock: what is named stays between a second and the whole window.
  const refuse = (limit: Limit, reading: LimitReading): never => {
    const wait = Math.min(Math.max(reading.resetAt - now(), 1_000), limit.windowMs)
    throw new RateLimitProblem(reading, wait)
  }
  return {
    async count(limit, key) {
      const reading = read(limit, await counters.hit(counterKey(limit, key), limit.windowMs))
      return reading.count > reading.max ? refuse(limit, reading) : reading
    },
    async check(limit, key) {
      const reading = read(limit, await counters.peek(counterKey(limit, key), limit.windowMs))
      return reading.isUsedUp ? refuse(limit, reading) : reading
    },
    async miss(limit, key) {
      return read(limit, await counters.hit(counterKey(limit, key), limit.windowMs))
    },
  }
}

/** Hashed, so that a key of any length has one size and no email or address stands in a table of counters. */
function counterKey(limit: Limit, key: string): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`
}
