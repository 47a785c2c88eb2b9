import { sql } from 'kysely'
import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Handle } from './handle.ts'

/** Counters that every process of an installation shares, in an unlogged table of PostgreSQL. */
export function limitCounterStore({ db, clock }: Handle): LimitCounters {
  return {
    async hit(key, windowMs) {
      const now = await clock.read(db)
      const row = await db
        .insertInto('limit_counters')
        .values({ counter: key, window_ends_at: now + windowMs, hits: 1 })
        .onConflict((conflict) =>
          conflict.column('counter').doUpdateSet({
            hits: sql`case when limit_counters.window_ends_at <= ${now} then 1 else limit_counters.hits + 1 end`,
            window_ends_at: sql`case when limit_counters.window_ends_at <= ${now} then excluded.window_ends_at else limit_counters.window_ends_at end`,
          }),
        )
        .returning(['hits', 'window_ends_at'])
        .executeTakeFirstOrThrow()
      return { count: row.hits, resetAt: row.window_ends_at }
    },
    async peek(key, windowMs) {
      const now = await clock.read(db)
      const row = await db
        .selectFrom('limit_counters')
        .selectAll()
        .where('counter', '=', key)
        .where('window_ends_at', '>', now)
        .executeTakeFirst()
      return { count: row?.hits ?? 0, resetAt: row?.window_ends_at ?? now + windowMs }
    },
  }
}
