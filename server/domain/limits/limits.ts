/** Request limits (rules §4): counters in fixed windows. */

export type Limit = {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Counted only in this process's memory, for calls that must get an answer while the database is away. */
  readonly scope?: 'process'
}

export type LimitState = {
  /** Hits in the current window, with this one if it was counted. */
  readonly count: number
  /** When the current window ends, epoch ms. */
  readonly resetAt: number
}

/** Where the counters are kept: all processes of an installation share them. Losing them at a restart is acceptable. */
export type LimitCounters = {
  /** Counts one hit of `key` and returns the new state. */
  readonly hit: (key: string, windowMs: number) => Promise<LimitState>
  /** The state without counting. */
  readonly peek: (key: string, windowMs: number) => Promise<LimitState>
}

/** `scale`: RATE_LIMIT_SCALE. A limit never falls below one. */
export function scaleLimit(max: number, scale: number): number {
  return Math.max(1, Math.round(max * scale))
}
