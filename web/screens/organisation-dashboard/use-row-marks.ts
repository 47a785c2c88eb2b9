import { useState } from 'react'
import type { ShownTable } from './find-changed-rows.ts'
import { findChangedRows } from './find-changed-rows.ts'

type Marks = ReadonlyMap<string, number>

const none: Marks = new Map()

/**
 * How often each row (by uid) has changed while this page of the table was open. `version`: the shown data; while it is
 * the same object, nothing can have changed.
 */
export function useRowMarks(table: ShownTable | undefined, version: unknown): Marks {
  const [seen, setSeen] = useState({ table, version, marks: none })
  if (table !== undefined && (version !== seen.version || table.page !== seen.table?.page)) {
    setSeen({ table, version, marks: addMarks(seen.marks, seen.table, table) })
  }
  return seen.marks
}

function addMarks(marks: Marks, before: ShownTable | undefined, after: ShownTable): Marks {
  if (before === undefined || before.page !== after.page) return none
  const changed = findChangedRows(before, after)
  if (changed.length === 0) return marks
  return new Map([...marks, ...changed.map((uid) => [uid, (marks.get(uid) ?? 0) + 1] as const)])
}
