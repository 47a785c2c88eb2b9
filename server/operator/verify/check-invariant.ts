import { type RawBuilder, sql } from 'kysely'
import type { ReadOnlyDatabase } from '../../storage/open-for-reading.ts'
import type { Invariant } from './invariant.ts'

/** The result of one rule: how many rows were read, and which ones break it. */
export type Finding = {
  readonly rule: string
  readonly rows: number
  readonly wrong: readonly string[]
  /** A remark that is no fault. */
  readonly note?: string
  /** What cannot be found from the database alone. */
  readonly unseen?: string
}

/** The caller closes it. */
export type OpenedDatabase = Pick<ReadOnlyDatabase, 'db' | 'engine'>

/** Rows per statement: each reads one consistent state, and none delays a server for long. */
const batch = 1_000

type Row = Readonly<Record<string, unknown>>

/** Reads every row of the invariant's table, in batches. */
export async function checkInvariant(database: OpenedDatabase, invariant: Invariant): Promise<Finding> {
  const { rule, key } = invariant
  const wrong: string[] = []
  let rows = 0
  for (let last: Row | undefined, isDone = false; !isDone; ) {
    const found = await readBatch(database, invariant, last)
    rows += found.length
    last = found.at(-1)
    isDone = found.length < batch
    for (const row of found) {
      // PostgreSQL returns true, SQLite 1.
      if (row.is_broken) wrong.push(key.map((column) => `${column} ${row[column]}`).join(', '))
    }
  }
  return { rule, rows, wrong }
}

async function readBatch({ db }: OpenedDatabase, invariant: Invariant, last: Row | undefined): Promise<Row[]> {
  const { table, key, isBroken } = invariant
  const columns = sql.join(key.map((column) => sql.ref(`t.${column}`)))
  const after: RawBuilder<unknown> =
    last === undefined ? sql`` : sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`
  const { rows } = await sql<Row>`
    select ${columns}, (${isBroken}) as is_broken from ${sql.table(table)} t ${after}
    order by ${columns} limit ${batch}`.execute(db)
  return rows
}
