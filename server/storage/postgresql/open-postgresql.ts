import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { PostgresqlLocation } from '../../config/database-location.ts'
import type { Stores } from '../../domain/ports.ts'
import { createChangeEmitter } from '../change-emitter.ts'
import { databaseClock } from '../database-clock.ts'
import { isRetryable } from '../engine-errors.ts'
import type { Execute, Handle } from '../handle.ts'
import type { OpenStorage } from '../opened-storage.ts'
import { probePostgresql } from '../probe-write.ts'
import type { Schema } from '../schema.ts'
import { type AuditTransaction, auditChainStore } from '../stores/audit-chain-store.ts'
import { readOutboxDepth } from '../stores/outbox-depth.ts'
import { readOrCreateSetting } from '../stores/setting-store.ts'
import { makeStores } from '../stores.ts'
import { forgetSecrets } from '../upkeep/forget-secrets.ts'
import type { Upgrade } from '../upkeep/migrate.ts'
import { purgeExpired } from '../upkeep/purge-expired.ts'
import { settleSessions } from '../upkeep/settle-sessions.ts'
import { boundWaiting } from './bound-waiting.ts'
import { BriefPostgresDialect } from './brief-postgres-dialect.ts'
import {
  giveSettings,
  neverCompiled,
  onUnlimitedConnection,
  requireSettings,
  requireStandbySettings,
  usualAnswerTimeoutMs,
} from './connection-settings.ts'
import { limitCounterStore } from './limit-counter-store.ts'
import { surviveLostConnections } from './lost-connections.ts'
import { createNamedStatements } from './named-statements.ts'
import { openChangeExchange, recordChanges } from './postgresql-changes.ts'
import { openPostgresqlReader, readerSettings } from './postgresql-reader.ts'
import { preparePostgresql } from './prepare-postgresql.ts'
import { readReplication } from './replication.ts'
import { sendTogether } from './together.ts'
import { trustConnections } from './trusted-connections.ts'
import { createUnawaitedWrites } from './unawaited-writes.ts'

// All three from rules §7.
const retries = 3
const poolSize = 20
const maxWaiting = 200
const connectTimeoutMs = 5_000
/** How long a request may take, and may wait for others. */
const requestSettings = {
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  ...neverCompiled,
}

type PostgresqlOptions = {
  readonly location: PostgresqlLocation
  readonly clockOffset: () => number
  readonly onLostConnection: (error: Error) => void
  readonly onMailQueued: () => void
  readonly refusesUnsafeSettings: boolean
  readonly answerTimeoutMs?: number | undefined
  readonly upgrade: Upgrade
}

/** Opens PostgreSQL; any number of other processes may use it too. */
export async function openPostgresql(options: PostgresqlOptions): Promise<OpenStorage> {
  const { location, clockOffset, onLostConnection, onMailQueued, answerTimeoutMs = usualAnswerTimeoutMs } = options
  const { url, pooler } = location
  // Loaded only when it is used: the embedded engine does not need its memory.
  const { default: pg } = await import('pg')
  // Counts and epoch ms are bigints there; all values of the product are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    ...giveSettings(requestSettings, pooler),
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    pipeline: true,
  })
  surviveLostConnections(pool, onLostConnection)
  const statements = createNamedStatements()
  const unawaited = createUnawaitedWrites()
  const trusted = trustConnections(pool)
  const bounded = boundWaiting(pool, maxWaiting, async () => {
    const client = await trusted.connect()
    return unawaited.wrap(client, trusted.wrap(client, statements.wrap(client)))
  })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded }) })
  // Kysely's other dialect, on the same connections.
  const briefDb = new Kysely<Schema>({ dialect: new BriefPostgresDialect({ pool: bounded }) })
  const emitter = createChangeEmitter()
  const reader = await openPostgresqlReader({ location, onLostConnection, answerTimeoutMs })

  async function connect() {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
    await client.connect()
    return client
  }

  try {
    await preparePostgresql(location, options.refusesUnsafeSettings, options.upgrade)
    await requireSettings(location, requestSettings)
    await requireSettings(location, readerSettings)
    await requireStandbySettings(location, readerSettings)
    const exchange = await openChangeExchange({ connect, emitter, onLost: onLostConnection })
    const clock = databaseClock('postgresql', clockOffset)
    const prepared =
      (run: Execute): Execute =>
      (query) => {
        statements.add(query.sql)
        if (isUnanswered(query)) unawaited.add(query.sql)
        return run(query)
      }
    const together = prepared(sendTogether(db))
    const handle = makeHandle({
      db,
      clock,
      execute: (query) => withRetry(() => together(query)),
      onRecorded: (ids) => exchange.announce(ids),
      wakeMailWorker: onMailQueued,
    })
    const runOn = <T>(connection: Kysely<Schema>, afterCommit: AfterCommit, work: (inside: Handle) => Promise<T>) =>
      connection
        .transaction()
        .execute((trx) =>
          onConnectionOf(trx, (run) => work(makeHandle({ db: trx, clock, execute: prepared(run), ...afterCommit }))),
        )
    const transaction = <T>(connection: Kysely<Schema>, work: (stores: Stores) => Promise<T>) =>
      withRetry(async () => {
        const changes: string[] = []
        let hasMail = false
        const afterCommit: AfterCommit = {
          onRecorded: (ids) => void changes.push(...ids),
          wakeMailWorker: () => {
            hasMail = true
          },
        }
        const result = await runOn(connection, afterCommit, (inside) => work(makeStores(inside)))
        if (changes.length > 0) exchange.announce(changes)
        if (hasMail) onMailQueued()
        return result
      })
    const counters = limitCounterStore(handle)
    const inTransaction: AuditTransaction = (work) => runOn(db, nothingAfterCommit, work)
    return {
      engine: 'postgresql',
      ...makeStores(handle),
      transaction: (work) => transaction(db, work),
      briefTransaction: (work) => transaction(briefDb, work),
      changeFeed: emitter,
      sharedCounters: counters,
      secret: (name, create) => readOrCreateSetting(handle, name, create),
      purgeExpired: (evidenceDays) => purgeExpired(handle, inTransaction, evidenceDays),
      forgetSecrets: () =>
        onUnlimitedConnection(location, (own) =>
          forgetSecrets(
            makeHandle({
              db: own,
              clock,
              execute: prepared((query) => own.executeQuery(query)),
              ...nothingAfterCommit,
            }),
          ),
        ),
      probeWrite: () => probePostgresql(db, counters),
      readOutboxDepth: () => readOutboxDepth(handle),
      settleSessions: () => settleSessions(handle, inTransaction),
      reports: reader.store,
      ...reader.live,
      auditChain: auditChainStore(handle, inTransaction),
      readPoolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      readReplication: () => readReplication(db),
      async close() {
        await exchange.close()
        await reader.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await reader.close()
    await db.destroy()
    throw error
  }
}

type AfterCommit = Pick<Handle, 'wakeMailWorker'> & {
  /** Collects the ids of recorded changes; the commit may still follow. */
  readonly onRecorded: (ids: readonly string[]) => void
}
/** For maintenance, which publishes nothing and queues nothing. */
const nothingAfterCommit: AfterCommit = { onRecorded: () => undefined, wakeMailWorker: () => undefined }
type Ground = Pick<Handle, 'db' | 'clock' | 'execute'> & AfterCommit

function makeHandle({ onRecorded, ...ground }: Ground): Handle {
  const handle: Handle = {
    ...ground,
    engine: 'postgresql',
    publish: async (...changes) => onRecorded(await recordChanges(handle, changes)),
  }
  return handle
}

/** True for a statement that returns nothing: its answer can only be an error. */
function isUnanswered({ query }: CompiledQuery): boolean {
  const isChange =
    query.kind === 'InsertQueryNode' || query.kind === 'UpdateQueryNode' || query.kind === 'DeleteQueryNode'
  return isChange && query.returning === undefined
}

/**
 * Kysely sends the queries of a transaction one by one. Queries sent on the connection itself leave at once, so that
 * queries that start together share a round trip; they would overtake a Kysely query that started with them.
 */
async function onConnectionOf<T>(transaction: Transaction<Schema>, work: (run: Execute) => Promise<T>): Promise<T> {
  const connection = await transaction.getExecutor().provideConnection(async (own) => own)
  let hasEnded = false
  try {
    return await work(async <Row>(query: CompiledQuery<Row>) => {
      if (hasEnded) throw new Error('this transaction has ended')
      return connection.executeQuery<Row>(query)
    })
  } finally {
    hasEnded = true
  }
}

/** A transaction that the engine rolled back in favour of another had no effect: it runs again as a whole. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt > retries || !isRetryable(error)) throw error
    }
  }
}
