import { sql } from 'kysely'
import type { LimitCounters } from '../../domain/limits/limits.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'

const hit = prepareQuery(({ db, clock }, { key, windowMs }: { key: string; windowMs: number }) => {
  const now = clock.now()
  const isOver = sql`limit_counters.window_ends_at <= ${now}`
  return db
    .insertInto('limit_counters')
    .values({ counter: key, window_ends_at: sql<number>`${now} + ${windowMs}::bigint`, hits: 1 })
    .onConflict((conflict) =>
      conflict.column('counter').doUpdateSet({
        hits: sql`case when ${isOver} then 1 else limit_counters.hits + 1 end`,
        // Never later than the end of a window that begins now: the clock may have been ahead.
        window_ends_at: sql`case when ${isOver} or limit_counters.window_ends_at > excluded.window_ends_at
          then excluded.window_ends_at else limit_counters.window_ends_at end`,
      }),
    )
    .returning(['hits', 'window_ends_at'])
})

const peek = prepareQuery(({ db, clock }, { key }: { key: string }) =>
  db
    .selectFrom(db.selectNoFrom(clock.now().as('now')).as('clock'))
    .leftJoin('limit_counters', (join) => join.on('counter', '=', key).onRef('window_ends_at', '>', 'clock.now'))
    .select(['now', 'hits', 'window_ends_at']),
)

/** Counters that all processes of an installation share, in an unlogged table of PostgreSQL. */
export function limitCounterStore(handle: Handle): LimitCounters {
  const { db } = handle
  /** For a window that began while the clock was ahead: it keeps its hits, and ends after its own length. */
  const shorten = (key: string, latestEnd: number) =>
    db
      .updateTable('limit_counters')
      .where('counter', '=', key)
      .where('window_ends_at', '>', latestEnd)
      .set({ window_ends_at: latestEnd })
      .execute()
  return {
    async hit(key, windowMs) {
      const [row] = await hit(handle, { key, windowMs })
      if (!row) throw new Error('the counter returned no state')
      return { count: row.hits, resetAt: row.window_ends_at }
    },
    async peek(key, windowMs) {
      const [row] = await peek(handle, { key })
      if (!row) throw new Error('the database returned no time')
      const latestEnd = row.now + windowMs
      if (row.window_ends_at !== null && row.window_ends_at > latestEnd) {
        await shorten(key, latestEnd)
        return { count: row.hits ?? 0, resetAt: latestEnd }
      }
      return { count: row.hits ?? 0, resetAt: row.window_ends_at ?? row.now + windowMs }
    },
  }
}
