import { hash } from 'node:crypto'
import { Problem } from '../problem.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { type Limit, type LimitCounters, type LimitState, scaleLimit } from './limits.ts'

/** The state of a limit for one caller. */
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

/** `key` identifies the caller to the limit: an address key, an account id, a canonical email, or several joined. */
export type Counted = readonly [limit: Limit, key: string]

export type RateLimiter = {
  /** Counts one call. Throws RateLimitProblem for the first call beyond the limit and all after it. */
  readonly count: (limit: Limit, key: string) => Promise<LimitReading>
  /**
   * For limits on misses: throws RateLimitProblem when they are used up. It counts nothing, so it cannot hold back
   * simultaneous calls; `attempt` does that.
   */
  readonly check: (limit: Limit, key: string) => Promise<LimitReading>
  /** The state of the limit. Counts and refuses nothing. */
  readonly look: (limit: Limit, key: string) => Promise<LimitReading>
  /** Counts, and never throws a RateLimitProblem: for limits that never refuse. */
  readonly miss: (limit: Limit, key: string) => Promise<LimitReading>
  /**
   * Runs a function that may turn out to be a miss. As many run at once as misses are left; the others wait for their
   * results. So simultaneous tries get no more misses than consecutive ones, and successful tries of others refuse no
   * caller. An error that `run` throws is no miss. Throws RateLimitProblem when the misses of one of the limits are
   * used up. `onReading` gets the state of each limit when the attempt began.
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
  // Another machine's clock may have set the window: the wait is kept between a second and the whole window.
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
        // The miss is counted before the attempt leaves: at every moment it is either counted or inside.
        if (isMiss(result)) for (const [limit, key] of counted) await hit(limit, key)
        return result
      } finally {
        for (const goOut of leave) goOut()
      }
    },
  }
}

/** Hashed: keys have one size, and the table of counters holds no email or address. */
function counterKey(limit: Limit, key: string): string {
  return `${limit.name}:${hash('sha256', key, 'base64url')}`
}
