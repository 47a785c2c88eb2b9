import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Storage, Stores } from '../domain/ports.ts'
import { databaseClock } from './database-clock.ts'
import { isRetryable } from './engine-errors.ts'
import type { Handle } from './handle.ts'
import { limitCounterStore } from './limit-counter-store.ts'
import { migrateToLatest } from './migrate.ts'
import { openNodeSqlite } from './node-sqlite.ts'
import { purgeExpired } from './purge-expired.ts'
import type { Schema } from './schema.ts'
import { readOrCreateSetting } from './setting-store.ts'
import { makeStores } from './stores.ts'

export type StorageOptions = {
  /** The embedded database's file, or where PostgreSQL is. */
  readonly database: { readonly file: string } | { readonly url: string }
  /** Milliseconds added to the database's clock: tests move time with it. */
  readonly clockOffset?: () => number
  /** Told when a connection that nobody was using breaks. */
  readonly onLostConnection?: (error: Error) => void
}

export type OpenStorage = Storage & {
  /** Request counters shared by all processes; undefined on the embedded engine, which has one process. */
  readonly sharedCounters: LimitCounters | undefined
  /** A secret of this installation, made at its first start. */
  readonly secret: (name: string, create: () => string) => Promise<string>
  readonly purgeExpired: () => Promise<void>
}

const attempts = 3

/** Opens the database, brings its tables up to date and returns everything that is stored in it. */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const { database, clockOffset = () => 0, onLostConnection = () => undefined } = options
  return 'url' in database
    ? openPostgresql(database.url, clockOffset, onLostConnection)
    : openSqlite(database.file, clockOffset)
}

async function openSqlite(file: string, clockOffset: () => number): Promise<OpenStorage> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = openNodeSqlite(file)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) })
  const handle: Handle = { db, engine: 'sqlite', clock: databaseClock('sqlite', clockOffset) }

  async function briefTransaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    // The engine has one connection and this holds it, so nobody else's commit is made less durable.
    return db.connection().execute(async (connection) => {
      sqlite.raw.exec('pragma synchronous = normal')
      try {
        return await connection.transaction().execute((trx) => work(makeStores({ ...handle, db: trx })))
      } finally {
        sqlite.raw.exec('pragma synchronous = full')
      }
    })
  }

  return finish(handle, briefTransaction, undefined)
}

async function openPostgresql(
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
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000',
  })
  // An idle connection that breaks is not an error of any request: the pool drops it, and the next one is made anew.
  pool.on('error', onLostConnection)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const handle: Handle = { db, engine: 'postgresql', clock: databaseClock('postgresql', clockOffset) }

  async function briefTransaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return withRetry(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local synchronous_commit = off`.execute(trx)
        return work(makeStores({ ...handle, db: trx }))
      }),
    )
  }

  return finish(handle, briefTransaction, limitCounterStore(handle))
}

async function finish(
  handle: Handle,
  briefTransaction: Storage['briefTransaction'],
  sharedCounters: LimitCounters | undefined,
): Promise<OpenStorage> {
  const { db, engine } = handle
  try {
    await migrateToLatest(db, engine)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    engine,
    ...makeStores(handle),
    sharedCounters,
    briefTransaction,
    transaction: (work) => withRetry(() => db.transaction().execute((trx) => work(makeStores({ ...handle, db: trx })))),
    secret: (name, create) => readOrCreateSetting(handle, name, create),
    purgeExpired: () => purgeExpired(handle),
    close: () => db.destroy(),
  }
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
