import type { Kysely } from 'kysely'
import type { Schema } from '../../storage/schema.ts'
import type { OpenedDatabase } from './check-invariant.ts'

/** Rows of one statement. */
export const batch = 2_000

/** Shows every row to `see`, batch after batch. `read`: the batch behind that row, the first one without a row. */
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
 * Lets all statements of `read` see one moment: a server may be writing meanwhile, and what it writes into two tables at once
 * must be seen in both or in neither.
 */
export async function readAtOneMoment<Seen>(
  { db, engine }: OpenedDatabase,
  read: (db: Kysely<Schema>) => Promise<Seen>,
): Promise<Seen> {
  if (db.isTransaction) return read(db)
  const transaction = db.transaction()
  return (engine === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(read)
}
