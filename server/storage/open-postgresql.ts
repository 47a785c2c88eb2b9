import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { Stores } from '../domain/ports.ts'
import { createChangeEmitter } from './change-emitter.ts'
import { databaseClock } from './database-clock.ts'
import { isRetryable } from './engine-errors.ts'
import type { Handle } from './handle.ts'
import { limitCounterStore } from './limit-counter-store.ts'
import { migrateToLatest } from './migrate.ts'
import type { OpenStorage } from './open-storage.ts'
import { changeChannel, listenForChanges } from './postgresql-changes.ts'
import { purgeExpired } from './purge-expired.ts'
import type { Schema } from './schema.ts'
import { readOrCreateSetting } from './setting-store.ts'
import { makeStores } from './stores.ts'

const attempts = 3
const connectTimeoutMs = 5_000

/** Opens PostgreSQL, beside any number of other processes. */
export async function openPostgresql(
  url: string,
  clockOffset: () => number,
  onLostConnection: (error: Error) => void,
): Promise<OpenStorage> {
  // Loaded only where it is used: the embedded engine does not pay its memory.
  const { default: pg } = await import('pg')
  // Counts and epoch ms are bigints there; all of ours are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: connectTimeoutMs,
    options: '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000',
  })
  // An idle connection that breaks is not an error of any request: the pool drops it, and the next one is made anew.
  pool.on('error', onLostConnection)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const clock = databaseClock('postgresql', clockOffset)
  const handle = withPublishing({ db, engine: 'postgresql', clock })
  const emitter = createChangeEmitter()

  async function connect() {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
    await client.connect()
    return client
  }

  const transaction = <T>(work: (stores: Stores) => Promise<T>, prepare?: (trx: Kysely<Schema>) => Promise<unknown>) =>
    withRetry(() =>
      db.transaction().execute(async (trx) => {
        await prepare?.(trx)
        return work(makeStores(withPublishing({ ...handle, db: trx })))
      }),
    )

  try {
    await migrateToLatest(db, 'postgresql')
    const stopListening = await listenForChanges({ connect, emitter, onLost: onLostConnection })
    return {
      engine: 'postgresql',
      ...makeStores(handle),
      transaction: (work) => transaction(work),
      briefTransaction: (work) => transaction(work, (trx) => sql`set local synchronous_commit = off`.execute(trx)),
      changeFeed: emitter,
      sharedCounters: limitCounterStore(handle),
      secret: (name, create) => readOrCreateSetting(handle, name, create),
      purgeExpired: () => purgeExpired(handle),
      async close() {
        await stopListening()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** PostgreSQL delivers a notice when the transaction that it was given in is committed, and never otherwise. */
function withPublishing(handle: Omit<Handle, 'publish'>): Handle {
  const publish = async (change: Change) => {
    await sql`select pg_notify(${changeChannel}, ${JSON.stringify(change)})`.execute(handle.db)
  }
  return { ...handle, publish }
}

/** A transaction that the engine undid for another one's sake had no effect: it runs again, whole. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}
