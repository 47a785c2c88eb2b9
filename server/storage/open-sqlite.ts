import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { Stores } from '../domain/ports.ts'
import { createChangeEmitter } from './change-emitter.ts'
import { databaseClock } from './database-clock.ts'
import type { Handle } from './handle.ts'
import { migrateToLatest } from './migrate.ts'
import { openNodeSqlite } from './node-sqlite.ts'
import type { OpenStorage } from './open-storage.ts'
import { purgeExpired } from './purge-expired.ts'
import type { Schema } from './schema.ts'
import { readOrCreateSetting } from './setting-store.ts'
import { makeStores } from './stores.ts'

/** Opens the embedded engine: one file, one process. */
export async function openSqlite(file: string, clockOffset: () => number): Promise<OpenStorage> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = openNodeSqlite(file)
  const db = new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ database: sqlite }) })
  const emitter = createChangeEmitter()
  const clock = databaseClock('sqlite', clockOffset)
  const handle: Handle = { db, engine: 'sqlite', clock, publish: async (change) => emitter.emit(change) }

  async function transactionOn<T>(connection: Kysely<Schema>, work: (stores: Stores) => Promise<T>): Promise<T> {
    const changes: Change[] = []
    const publish = async (change: Change) => void changes.push(change)
    const result = await connection.transaction().execute((trx) => work(makeStores({ ...handle, db: trx, publish })))
    for (const change of changes) emitter.emit(change)
    return result
  }

  try {
    await migrateToLatest(db, 'sqlite')
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    engine: 'sqlite',
    ...makeStores(handle),
    transaction: (work) => transactionOn(db, work),
    briefTransaction: (work) =>
      // The engine has one connection and this holds it, so nobody else's commit is made less durable.
      db.connection().execute(async (connection) => {
        sqlite.raw.exec('pragma synchronous = normal')
        try {
          return await transactionOn(connection, work)
        } finally {
          sqlite.raw.exec('pragma synchronous = full')
        }
      }),
    changeFeed: emitter,
    sharedCounters: undefined,
    secret: (name, create) => readOrCreateSetting(handle, name, create),
    purgeExpired: () => purgeExpired(handle),
    close: () => db.destroy(),
  }
}

/**
 * SQLite undoes DDL with its transaction like everything else, but Kysely's adapter does not say so, and migrations would
 * run outside of one: a start that is killed halfway would leave half of the tables, two at once would both make them.
 */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
