/**
 * How many rows strangers may cause in the audit log (rules §7: a flood must not fill the disk). The rows beyond
 * that are only counted, and the count becomes a row. Every process has a budget of its own, in memory.
 */
export type AuditBudget = {
  /** True when the row may be written; otherwise it is counted. `key`: what shares the smaller budget of one key. */
  readonly admit: (key?: string) => boolean
  /** How many rows were left out in windows that have ended and that were not told of before. */
  readonly takeLeftOut: () => number
}

const windowMs = 10 * 60_000
/** Of the whole process and window: 430,000 rows a day at most, about 150 MB. */
const maxRows = 3_000
const maxRowsPerKey = 20

/** `now`: ms of a clock that never jumps. */
export function createAuditBudget(now: () => number): AuditBudget {
  let windowEnd = 0
  let rows = 0
  let rowsOfKey = new Map<string, number>()
  let leftOut = 0
  let leftOutBefore = 0

  function enterWindow(): void {
    const time = now()
    if (time < windowEnd) return
    windowEnd = time + windowMs
    rows = 0
    rowsOfKey = new Map()
    leftOutBefore += leftOut
    leftOut = 0
  }

  return {
    admit(key) {
      enterWindow()
      const ofKey = key === undefined ? 0 : (rowsOfKey.get(key) ?? 0)
      if (rows >= maxRows || ofKey >= maxRowsPerKey) {
        leftOut += 1
        return false
      }
      rows += 1
      if (key !== undefined) rowsOfKey.set(key, ofKey + 1)
      return true
    },
    takeLeftOut() {
      enterWindow()
      const count = leftOutBefore
      leftOutBefore = 0
      return count
    },
  }
}
