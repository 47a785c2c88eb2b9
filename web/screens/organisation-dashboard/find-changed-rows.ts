import type { StudentRow } from './student-row.ts'

/** The table as it is shown. */
export type ShownTable = {
  /** From 0. */
  readonly page: number
  /** All students. */
  readonly total: number
  readonly rows: readonly StudentRow[]
}

/** The students (uid) whose row is new or has other content than before. A change of page does not count. */
export function findChangedRows(before: ShownTable, after: ShownTable): readonly string[] {
  if (before.page !== after.page) return []
  const known = new Map(before.rows.map((row) => [row.uid, row]))
  const hasGrown = after.total > before.total
  return after.rows.flatMap((row, place) => {
    const old = known.get(row.uid)
    if (old) return saysTheSame(old, row) ? [] : [row.uid]
    // A student who joins on an earlier page moves that page's last row to the top of this one.
    const mayHaveMoved = place === 0 && after.page > 0
    return hasGrown && !mayHaveMoved ? [row.uid] : []
  })
}

// The serial number belongs to the position, not to the student.
function saysTheSame({ id: _, ...one }: StudentRow, other: StudentRow): boolean {
  return Object.entries(one).every(([column, value]) => other[column as keyof StudentRow] === value)
}
