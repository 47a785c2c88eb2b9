import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { PostgresqlLocation } from '../../config/database-location.ts'
import { makeLiveReads, maxWaitingReports, type ReportReader } from '../report-reader.ts'
import type { Schema } from '../schema.ts'
import { reportStore } from '../stores/report-store.ts'
import { boundWaiting } from './bound-waiting.ts'
import { giveSettings, neverCompiled, usualAnswerTimeoutMs } from './connection-settings.ts'
import { surviveLostConnections } from './lost-connections.ts'
import { poolClient } from './pool-client.ts'
import { preferStandby } from './prefer-standby.ts'
import { trustConnections } from './trusted-connections.ts'

const connections = 2
const connectTimeoutMs = 5_000
/** A report on very many marks takes seconds; one that takes longer than this is cancelled. */
const longestReportMs = 35_000
export const readerSettings = { statement_timeout: '30000', default_transaction_read_only: 'on', ...neverCompiled }

type ReaderOptions = {
  readonly location: PostgresqlLocation
  readonly onLostConnection: (error: Error) => void
  /** How long a server that is there may take to begin with a read. */
  readonly answerTimeoutMs?: number | undefined
}

/** Connects at its first use. Where there is a standby to read from, it is preferred. */
export async function openPostgresqlReader(options: ReaderOptions): Promise<ReportReader> {
  const { url, readUrl } = options.location
  const primary = await openReadingPool(options, url)
  const ofPrimary = reportStore({ db: primary, engine: 'postgresql' })
  const live = makeLiveReads(primary)
  if (readUrl === undefined) return { store: ofPrimary, live, close: () => primary.destroy() }
  const standby = await openReadingPool(options, readUrl)
  const ofStandby = reportStore({ db: standby, engine: 'postgresql' })
  return {
    live,
    store: preferStandby({ db: standby, store: ofStandby }, { db: primary, store: ofPrimary }),
    async close() {
      await Promise.all([primary.destroy(), standby.destroy()])
    },
  }
}

async function openReadingPool(options: ReaderOptions, connectionString: string): Promise<Kysely<Schema>> {
  const { location, onLostConnection, answerTimeoutMs = usualAnswerTimeoutMs } = options
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...giveSettings(readerSettings, location.pooler),
    query_timeout: longestReportMs,
    keepAlive: true,
    pipeline: true,
  })
  surviveLostConnections(pool, onLostConnection)
  const trusted = trustConnections(pool)
  const bounded = boundWaiting(pool, maxWaitingReports, async () => {
    const client = await trusted.connect()
    return trusted.wrap(client, askFirst(client, answerTimeoutMs))
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded }) })
}

/** A report may take long, but a server that is gone must not: with each read goes a statement before it that takes no time. */
function askFirst(client: PoolClient, answerTimeoutMs: number): PostgresPoolClient {
  const first = { text: 'select 1', query_timeout: answerTimeoutMs }
  const query = async (text: string, values: unknown[]) => {
    const [, answer] = await Promise.all([client.query(first), client.query(text, values)])
    return answer
  }
  return poolClient(query, (error) => client.release(error))
}
