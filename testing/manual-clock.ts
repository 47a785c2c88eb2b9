/** The distance of the tested server's clock from the machine's. Time itself goes on. */
export type ManualClock = {
  /** What the storage adds to its database's clock, ms. */
  readonly offset: () => number
  /** Epoch ms, as the server sees it. */
  readonly now: () => number
  /** Ms of a clock that never jumps, as the server sees it. */
  readonly monotonic: () => number
  /** Moves time on by this many milliseconds (or back, with a negative number). */
  readonly advance: (ms: number) => void
  /** Sets the clock forward (or back) by this many milliseconds without time passing. */
  readonly jump: (ms: number) => void
}

export function createManualClock(): ManualClock {
  let passed = 0
  let jumped = 0
  return {
    offset: () => passed + jumped,
    now: () => Date.now() + passed + jumped,
    monotonic: () => Date.now() + passed,
    advance: (ms) => {
      passed += ms
    },
    jump: (ms) => {
      jumped += ms
    },
  }
}
