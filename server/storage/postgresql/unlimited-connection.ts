import { Kysely, PostgresDialect } from 'kysely'
import type { Schema } from '../schema.ts'

const connectTimeoutMs = 5_000
/** Limits are switched off explicitly, because a role or a database may have limits of its own. */
export const unlimited = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

/**
 * Uses a connection to PostgreSQL without the limits of requests: work on whole tables may take minutes, and a process
 * that starts during a migration waits.
 */
export async function onUnlimitedConnection<T>(url: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    options: unlimited,
  })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
