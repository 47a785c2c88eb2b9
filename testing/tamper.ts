import { CompiledQuery, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import type { Schema } from '#server/storage/schema.ts'
import { openNodeSqlite } from '#server/storage/sqlite/node-sqlite.ts'
import { locate } from './check-invariants.ts'
import type { Engine, TestDatabase } from './create-database.ts'
import { openPool } from './open-pool.ts'

/**
 * Runs the statements in a database whose guards (foreign keys, triggers) are off, lets `look` read the result, and
 * undoes everything. The server must be closed: no other connection may write meanwhile.
 */
export async function tamper<Seen>(
  database: TestDatabase,
  statements: readonly string[],
  look: (opened: { readonly engine: Engine; readonly db: Kysely<Schema> }) => Promise<Seen>,
  { hasTriggers = false } = {},
): Promise<Seen> {
  const { engine, db, close } = openForTampering(database)
  let seen: { readonly value: Seen } | undefined
  try {
    if (engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
    await db.transaction().execute(async (trx) => {
      if (!hasTriggers) await switchTriggersOff(trx, engine)
      for (const statement of statements) await trx.executeQuery(CompiledQuery.raw(statement))
      seen = { value: await look({ engine, db: trx }) }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await close()
  }
  if (!seen) throw new Error('`look` was not called')
  return seen.value
}

/** A separate connection that bypasses all rules of the server, which may use the database at the same time. */
export function openForTampering(database: TestDatabase) {
  const place = locate(database)
  const engine: Engine = 'url' in place ? 'postgresql' : 'sqlite'
  const db = new Kysely<Schema>({
    dialect:
      'url' in place
        ? new PostgresDialect({ pool: openPool(place.url) })
        : new SqliteDialect({ database: openNodeSqlite(place.file) }),
  })
  return { engine, db, close: () => db.destroy() }
}

/**
 * A statement that adds all rows of the table once more, in the place of those of the same key.
 * `change`: 'column = value', for the engine that asks what is to change.
 */
export function replacing(engine: Engine, table: string, key: string, change: string): string {
  const again = `into ${table} select * from ${table}`
  if (engine === 'sqlite') return `insert or replace ${again}`
  return `insert ${again} on conflict (${key}) do update set ${change}`
}

class Undone extends Error {}

async function switchTriggersOff(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'postgresql') {
    await sql`set local session_replication_role = replica`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
}
