import { sql } from 'kysely'
import type { Engine } from '../domain/ports.ts'
import type { DatabaseClock, Handle } from './handle.ts'
import { prepareQuery } from './prepared-query.ts'

/** `offset`: milliseconds added to the clock; tests move time with it. */
export function databaseClock(engine: Engine, offset: () => number): DatabaseClock {
  const clock =
    engine === 'sqlite'
      ? { argument: () => Date.now() + offset(), from: (now: unknown) => sql<number>`${now}` }
      : {
          argument: offset,
          from: (ms: unknown) =>
            sql<number>`(floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint)`,
        }
  return { ...clock, now: () => clock.from(clock.argument()) }
}

const selectNow = prepareQuery(({ db, clock }, _: Readonly<Record<string, never>>) =>
  db.selectNoFrom(clock.now().as('now')),
)

/** The present time, epoch ms. */
export async function readClock(handle: Handle): Promise<number> {
  if (handle.engine === 'sqlite') return handle.clock.argument()
  const [row] = await selectNow(handle, {})
  if (!row) throw new Error('the database returned no time')
  return row.now
}
