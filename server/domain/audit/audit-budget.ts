/**
 * How many rows strangers may cause in the audit log (rules §7: a flood must not fill the disk). Further rows are only
 * counted, and the count becomes a row. Each process has its own budget, in memory.
 */
export type AuditBudget = {
  /**
   * True when the row may be written; otherwise it is counted. `key`: callers with the same key share the smaller
   * budget.
   */
  readonly admit: (key?: string) => boolean
  /** How many rows were left out in windows that have ended and are not reported yet. */
  readonly takeLeftOut: () => number
}

const windowMs = 10 * 60_000
/** For the whole process in one window: at most 430,000 rows a day, about 150 MB. */
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
