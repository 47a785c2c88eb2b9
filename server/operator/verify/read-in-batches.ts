import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '../../storage/schema.ts'
import type { OpenedDatabase } from './check-invariant.ts'

/** Rows per statement. */
export const batch = 2_000

/** Passes every row of a query to `see`, batch after batch, in the order of the columns that tell its rows apart. */
export function readRows<Tables, Name extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  key: readonly (keyof Row & string)[],
  see: (row: Row) => void,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const ordered = query.orderBy(columns).limit(batch)
  const read = (last: Row | undefined): Promise<Row[]> =>
    (last
      ? ordered.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => last[column]))})`)
      : ordered
    ).execute()
  return readInBatches(read, see)
}

/**
 * Passes every row to `see`, batch after batch. `read`: returns the batch after that row; without a row, the first one.
 */
export async function readInBatches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  see: (row: Row) => void,
): Promise<void> {
  for (let last: Row | undefined, isDone = false; !isDone; ) {
    const rows = await read(last)
    for (const row of rows) see(row)
    last = rows.at(-1)
    isDone = rows.length < batch
  }
}

/**
 * All statements of `read` see one moment: a server may be writing two tables in one transaction, and both or neither
 * of the changes must be visible.
 */
export async function readAtOneMoment<Seen>(
  { db, engine }: OpenedDatabase,
  read: (db: Kysely<Schema>) => Promise<Seen>,
): Promise<Seen> {
  if (db.isTransaction) return read(db)
  const transaction = db.transaction()
  return (engine === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(read)
}
