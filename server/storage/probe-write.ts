import { type Kysely, sql } from 'kysely'
import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Handle } from './handle.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Schema } from './schema.ts'

const name = 'write-probe'
/** Characters: about as much as a mark writes. On an almost full disk a smaller write might still fit. */
const probeLength = 32_768
/** Until the next purge removes the counter of the probe. */
const counterLifeMs = 60_000

const writeSetting = prepareQuery(({ db }, { value }: { value: string }) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
)

/** Embedded engine: writes its own row. In a transaction, because only the commit shows whether it works. */
export async function probeSqlite(handle: Handle): Promise<void> {
  // A new value each time: the engine does not write a page that stays the same.
  const text = String(Date.now())
  await writeSetting(handle, { value: text.repeat(Math.ceil(probeLength / text.length)) })
}

/**
 * PostgreSQL: a commit detects a read-only database. It does not detect a full disk, because it fills a page that
 * exists already. Rows too large for memory do, because they go to a new file beside the tables.
 */
export async function probePostgresql(db: Kysely<Schema>, counters: LimitCounters): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true)`.execute(trx)
    await sql`select count(*) from generate_series(1, 10000)`.execute(trx)
  })
  // Not in `settings`, which the server's role may not change.
  await counters.hit(name, counterLifeMs)
}
