import { existsSync } from 'node:fs'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import type { Engine } from '../domain/ports.ts'
import type { StorageOptions } from './opened-storage.ts'
import { giveSettings, unlimited } from './postgresql/connection-settings.ts'
import { surviveLostConnections } from './postgresql/lost-connections.ts'
import type { Schema } from './schema.ts'
import { openNodeSqlite } from './sqlite/node-sqlite.ts'

const connectTimeoutMs = 5_000
/** A batch whose rows are each compared with many others may take minutes. */
const settings = { default_transaction_read_only: 'on', ...unlimited }

export type ReadOnlyDatabase = {
  readonly engine: Engine
  readonly db: Kysely<Schema>
  readonly close: () => Promise<void>
}

/** Opens a database, or the standby that is set for reading, for reading only; a server may be using it. Throws where there is none. */
export async function openForReading(database: StorageOptions['database']): Promise<ReadOnlyDatabase> {
  if ('file' in database) {
    if (!existsSync(database.file)) throw new Error(`there is no database at ${database.file}`)
    const db = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: openNodeSqlite(database.file, { isReadOnly: true }) }),
    })
    return { engine: 'sqlite', db, close: () => db.destroy() }
  }
  const { default: pg } = await import('pg')
  // Counts and epoch ms are bigints there; all values of the product are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: database.readUrl ?? database.url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    ...giveSettings(settings, database.pooler),
  })
  surviveLostConnections(pool, () => undefined)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { engine: 'postgresql', db, close: () => db.destroy() }
}
