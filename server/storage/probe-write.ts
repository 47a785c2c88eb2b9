import { type Kysely, sql } from 'kysely'
import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Handle } from './handle.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Schema } from './schema.ts'

const name = 'write-probe'
/** Characters: about as much as a mark writes. On a disk that is almost full, less might still fit. */
const probeLength = 32_768
/** Until the next purge takes the counter of the probe away. */
const counterLifeMs = 60_000

const writeSetting = prepareQuery(({ db }, { value }: { value: string }) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
)

/** Embedded engine: writes a row of its own. In a transaction, whose commit is what tells. */
export async function probeSqlite(handle: Handle): Promise<void> {
  // Other than the time before: the engine does not write a page that would stay the same.
  const text = String(Date.now())
  await writeSetting(handle, { value: text.repeat(Math.ceil(probeLength / text.length)) })
}

/**
 * PostgreSQL: a commit finds a database that is read-only. It does not find a full disk, because it fills a page that is
 * there already; rows that have no room in memory do, because they go to a new file beside the tables.
 */
export async function probePostgresql(db: Kysely<Schema>, counters: LimitCounters): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true)`.execute(trx)
    await sql`select count(*) from generate_series(1, 10000)`.execute(trx)
  })
  // Not in `settings`, which the server's role may not change.
  await counters.hit(name, counterLifeMs)
}
