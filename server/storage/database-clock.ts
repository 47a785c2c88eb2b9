import { sql } from 'kysely'
import type { Engine } from '../domain/ports.ts'
import type { DatabaseClock, Handle } from './handle.ts'
import { prepareQuery } from './prepared-query.ts'

/** `offset`: milliseconds added to the clock, which is how tests move time. */
export function databaseClock(engine: Engine, offset: () => number): DatabaseClock {
  if (engine === 'sqlite') {
    const argument = () => Date.now() + offset()
    const from = (now: number) => sql.val(now)
    return { argument, from, now: () => from(argument()), read: async () => argument() }
  }
  const from = (ms: number) =>
    sql<number>`(floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint)`
  const now = () => from(offset())
  return {
    argument: offset,
    from,
    now,
    async read(db) {
      const { rows } = await sql<{ now: number }>`select ${now()} as now`.execute(db)
      return timeIn(rows)
    },
  }
}

const selectNow = prepareQuery(({ db, clock }, clockArgument: number) =>
  db.selectNoFrom(clock.from(clockArgument).as('now')),
)

/** The same as the clock's `read`, prepared: for rules, most of which ask for the time. */
export async function readClock(handle: Handle): Promise<number> {
  const { engine, clock, db } = handle
  return engine === 'sqlite' ? clock.read(db) : timeIn(await selectNow(handle, clock.argument()))
}

function timeIn([row]: readonly { readonly now: number }[]): number {
  if (!row) throw new Error('the database did not tell the time')
  return row.now
}
