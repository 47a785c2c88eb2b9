import { Kysely, PostgresDialect } from 'kysely'
import { maxWaitingReports, type ReportReader } from '../report-reader.ts'
import type { Schema } from '../schema.ts'
import { reportStore } from '../stores/report-store.ts'
import { boundWaiting } from './bound-waiting.ts'
import { surviveLostConnections } from './lost-connections.ts'
import { trustConnections } from './trusted-connections.ts'

const connections = 2
const connectTimeoutMs = 5_000
/** A report on very many marks takes seconds; one that takes longer than this is cancelled. */
const answerTimeoutMs = 35_000
const settings = '-c statement_timeout=30000 -c default_transaction_read_only=on'

/** Connects at its first use. */
export async function openPostgresqlReader(
  url: string,
  onLostConnection: (error: Error) => void,
): Promise<ReportReader> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    options: settings,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  })
  surviveLostConnections(pool, onLostConnection)
  const trusted = trustConnections(pool)
  const bounded = boundWaiting(pool, maxWaitingReports, async () => {
    const client = await trusted.connect()
    return trusted.wrap(client, client)
  })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded }) })
  return { store: reportStore({ db, engine: 'postgresql' }), close: () => db.destroy() }
}
