/** Request limits (rules §4): counters in fixed windows. */

export type Limit = {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Counted in this process's memory alone, for calls that must be answered while the database is away. */
  readonly scope?: 'process'
}

export type LimitState = {
  /** Hits in the current window, this one included where one was counted. */
  readonly count: number
  /** When the current window ends, epoch ms. */
  readonly resetAt: number
}

/** Where the counters live: shared by every process of an installation. Losing them on a restart is acceptable. */
export type LimitCounters = {
  /** Counts one hit of `key` and returns the state after it. */
  readonly hit: (key: string, windowMs: number) => Promise<LimitState>
  /** The state without counting. */
  readonly peek: (key: string, windowMs: number) => Promise<LimitState>
}

/** `scale`: RATE_LIMIT_SCALE. At least one stays allowed. */
export function scaleLimit(max: number, scale: number): number {
  return Math.max(1, Math.round(max * scale))
}
