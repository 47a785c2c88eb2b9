import type { Selectable } from 'kysely'
import type { EnrolmentsTable } from '../schema.ts'

export type EnrolmentRow = Selectable<EnrolmentsTable>

/** Two people who are one: where both were in a group, their times become one. `to`: whose all are. */
export function joinEnrolments(ofBoth: readonly EnrolmentRow[], to: string): EnrolmentRow[] {
  const groups = Map.groupBy(ofBoth, ({ group_id }) => group_id)
  return [...groups.values()].flatMap((rows) => {
    const joined: EnrolmentRow[] = []
    for (const row of rows.toSorted((one, other) => one.begins_at - other.begins_at)) {
      const last = joined.at(-1)
      if (last && (last.ends_at === null || last.ends_at >= row.begins_at)) joined[joined.length - 1] = unite(last, row)
      else joined.push({ ...row, person_id: to, sequence: joined.length + 1 })
    }
    return joined
  })
}

/** `later` begins before the end of the other. */
function unite(earlier: EnrolmentRow, later: EnrolmentRow): EnrolmentRow {
  const isOpen = earlier.ends_at === null || later.ends_at === null
  const counts = [earlier.counts_from, later.counts_from].filter((one) => one !== null)
  return {
    ...earlier,
    ends_at: isOpen ? null : Math.max(earlier.ends_at ?? 0, later.ends_at ?? 0),
    counts_from: counts.length === 0 ? null : Math.min(...counts),
  }
}
