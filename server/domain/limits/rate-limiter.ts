import { hash } from 'node:crypto'
import { Problem } from '../problem.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
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
export type Counted = readonly [limit: Limit, key: string]

export type RateLimiter = {
  /** Counts one call. Throws RateLimitProblem for the first one beyond the limit and all after it. */
  readonly count: (limit: Limit, key: string) => Promise<LimitReading>
  /** For limits on misses: throws RateLimitProblem when they are used up. Counts nothing, and so it does not hold back
   * what comes at once: that is for `attempt`. */
  readonly check: (limit: Limit, key: string) => Promise<LimitReading>
  /** How the limit stands. Counts and refuses nothing. */
  readonly look: (limit: Limit, key: string) => Promise<LimitReading>
  /** Counts, and never throws a RateLimitProblem: for limits that refuse nobody. */
  readonly miss: (limit: Limit, key: string) => Promise<LimitReading>
  /**
   * Runs what may turn out to be a miss. As many run at once as there are misses left, and the others wait for what
   * becomes of them: those who come at once get no more tries than those who come one after the other, and nobody is
   * refused for the tries of others that succeed. An error that `run` throws is no miss. Throws RateLimitProblem when
   * the misses of one of the limits are used up. `onReading` hears how each limit stood when the attempt began.
   */
  readonly attempt: <T>(
    counted: readonly Counted[],
    run: () => Promise<T>,
    isMiss: (result: T) => boolean,
    onReading?: (reading: LimitReading) => void,
  ) => Promise<T>
}

/**
 * @param scale multiplies every limit (RATE_LIMIT_SCALE); at least one call stays allowed.
 * @param now epoch ms, for the time to wait that a refusal names.
 * @param processCounters for limits of the scope 'process'.
 */
export function createRateLimiter(
  counters: LimitCounters,
  scale: number,
  now: () => number,
  processCounters: LimitCounters = counters,
): RateLimiter {
  const semaphore = createKeyedSemaphore()
  const countersOf = ({ scope }: Limit) => (scope === 'process' ? processCounters : counters)
  const read = (limit: Limit, { count, resetAt }: LimitState): LimitReading => {
    const max = scaleLimit(limit.max, scale)
    return { max, count, resetAt, isUsedUp: count >= max }
  }
  // The windows may belong to another machine's clock: what is named stays between a second and the whole window.
  const refuse = (limit: Limit, reading: LimitReading): never => {
    const wait = Math.min(Math.max(reading.resetAt - now(), 1_000), limit.windowMs)
    throw new RateLimitProblem(reading, wait)
  }
  const hit = async (limit: Limit, key: string) =>
    read(limit, await countersOf(limit).hit(counterKey(limit, key), limit.windowMs))
  const look = async (limit: Limit, key: string) =>
    read(limit, await countersOf(limit).peek(counterKey(limit, key), limit.windowMs))
  const check = async (limit: Limit, key: string) => {
    const reading = await look(limit, key)
    return reading.isUsedUp ? refuse(limit, reading) : reading
  }
  return {
    async count(limit, key) {
      const reading = await hit(limit, key)
      return reading.count > reading.max ? refuse(limit, reading) : reading
    },
    check,
    look,
    miss: hit,
    async attempt(counted, run, isMiss, onReading) {
      const leave: (() => void)[] = []
      try {
        for (const [limit, key] of counted) {
          const mayEnter = async (inside: number): Promise<boolean> => {
            const reading = await check(limit, key)
            const hasRoom = reading.count + inside < reading.max
            if (hasRoom) onReading?.(reading)
            return hasRoom
          }
          leave.push(await semaphore.enter(counterKey(limit, key), mayEnter))
        }
        const result = await run()
        // Before leaving: a miss is counted as one or stands inside, and at no moment neither.
        if (isMiss(result)) for (const [limit, key] of counted) await hit(limit, key)
        return result
      } finally {
        for (const goOut of leave) goOut()
      }
    },
  }
}

/** Hashed, so that a key of any length has one size and no email or address stands in a table of counters. */
function counterKey(limit: Limit, key: string): string {
  return `${limit.name}:${hash('sha256', key, 'base64url')}`
}
