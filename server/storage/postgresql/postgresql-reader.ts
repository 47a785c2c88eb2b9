import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresqlLocation } from '../../config/database-location.ts'
import { makeLiveReads, maxWaitingReports, type ReportReader } from '../report-reader.ts'
import type { Schema } from '../schema.ts'
import { reportStore } from '../stores/report-store.ts'
import { boundWaiting } from './bound-waiting.ts'
import { giveSettings, neverCompiled } from './connection-settings.ts'
import { surviveLostConnections } from './lost-connections.ts'
import { preferStandby } from './prefer-standby.ts'
import { trustConnections } from './trusted-connections.ts'

const connections = 2
const connectTimeoutMs = 5_000
/** A report on very many marks takes seconds; one that takes longer than this is cancelled. */
const answerTimeoutMs = 35_000
export const readerSettings = { statement_timeout: '30000', default_transaction_read_only: 'on', ...neverCompiled }

/** Connects at its first use. Where there is a standby to read from, it is preferred. */
export async function openPostgresqlReader(
  location: PostgresqlLocation,
  onLostConnection: (error: Error) => void,
): Promise<ReportReader> {
  const { url, readUrl } = location
  const primary = await openReadingPool(location, url, onLostConnection)
  const ofPrimary = reportStore({ db: primary, engine: 'postgresql' })
  const live = makeLiveReads(primary)
  if (readUrl === undefined) return { store: ofPrimary, live, close: () => primary.destroy() }
  const standby = await openReadingPool(location, readUrl, onLostConnection)
  const ofStandby = reportStore({ db: standby, engine: 'postgresql' })
  return {
    live,
    store: preferStandby({ db: standby, store: ofStandby }, { db: primary, store: ofPrimary }),
    async close() {
      await Promise.all([primary.destroy(), standby.destroy()])
    },
  }
}

async function openReadingPool(
  { pooler }: PostgresqlLocation,
  connectionString: string,
  onLostConnection: (error: Error) => void,
): Promise<Kysely<Schema>> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...giveSettings(readerSettings, pooler),
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  })
  surviveLostConnections(pool, onLostConnection)
  const trusted = trustConnections(pool)
  const bounded = boundWaiting(pool, maxWaitingReports, async () => {
    const client = await trusted.connect()
    return trusted.wrap(client, client)
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded }) })
}
