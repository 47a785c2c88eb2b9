/** The distance of the tested server's clock from the machine's. Time itself runs on. */
export type ManualClock = {
  /** What the storage adds to its database's clock, ms. */
  readonly offset: () => number
  /** Epoch ms, as the server sees it. */
  readonly now: () => number
  /** Moves the clock on (or back, with a negative number) by so many milliseconds. */
  readonly advance: (ms: number) => void
}

export function createManualClock(): ManualClock {
  let offset = 0
  return {
    offset: () => offset,
    now: () => Date.now() + offset,
    advance: (ms) => {
      offset += ms
    },
  }
}
