import { type RawBuilder, sql } from 'kysely'
import type { ReadOnlyDatabase } from '../../storage/open-for-reading.ts'
import type { Invariant } from './invariants.ts'

/** Of one rule: how many rows were looked at, and which ones break it. */
export type Finding = {
  readonly rule: string
  readonly rows: number
  readonly wrong: readonly string[]
  /** A word that is no fault. */
  readonly note?: string
  /** What a look at the database alone cannot see. */
  readonly unseen?: string
}

/** Closing it is somebody else's business. */
export type OpenedDatabase = Pick<ReadOnlyDatabase, 'db' | 'engine'>

/** Rows of one statement: each sees one moment, and none holds a server up for long. */
const batch = 1_000

type Row = Readonly<Record<string, unknown>>

/** Looks at every row of the invariant's table, in batches. */
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
      // PostgreSQL says true, SQLite 1.
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
