import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { PostgresqlLocation } from '../../config/database-location.ts'
import type { Pooler } from '../../config/pooler.ts'
import { isDatabaseOutage } from '../engine-errors.ts'
import type { Schema } from '../schema.ts'
import { surviveLostConnections } from './lost-connections.ts'

/** Longer than the engine's own limit: only a server that is gone, or a commit that waits for a lost standby, takes so long. */
export const usualAnswerTimeoutMs = 7_000

/** Settings of a connection to PostgreSQL by their names, as pg_settings shows them: times in ms. */
export type ConnectionSettings = Readonly<Record<string, string>>

/** Switched off explicitly, because a role or a database may have limits of its own. */
export const unlimited: ConnectionSettings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** The engine would compile a list of 20,000 people first: that takes two seconds, and reading it a twentieth of one. */
export const neverCompiled: ConnectionSettings = { jit: 'off' }

/**
 * What a pool needs so that each of its connections has the settings. They travel with the start of the connection, which
 * costs no round trip. A pooler drops what travels there: behind it, each new connection sets them.
 */
export function giveSettings(
  settings: ConnectionSettings,
  pooler: Pooler = 'none',
): Pick<PoolConfig, 'options' | 'onConnect'> {
  const all = Object.entries(settings)
  if (pooler === 'none') return { options: all.map(([name, value]) => `-c ${name}=${value}`).join(' ') }
  const text = all.map(([name, value]) => `set ${name} = '${value}'`).join('; ')
  return { onConnect: (client) => client.query(text) }
}

const connectTimeoutMs = 5_000

/** Uses one connection with these settings, apart from those of requests. */
async function onConnectionWith<T>(
  { url, pooler }: Pick<PostgresqlLocation, 'url' | 'pooler'>,
  settings: ConnectionSettings,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    ...giveSettings(settings, pooler),
  })
  surviveLostConnections(pool, () => undefined)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Uses a connection without the limits of requests: work on whole tables may take minutes, and a process that starts
 * during a migration waits.
 */
export function onUnlimitedConnection<T>(
  location: PostgresqlLocation,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return onConnectionWith(location, unlimited, work)
}

/**
 * Throws when connections that are given the settings do not have them: then a request could take for ever, or a reader
 * could write.
 */
export async function requireSettings(
  location: Pick<PostgresqlLocation, 'url' | 'pooler'>,
  settings: ConnectionSettings,
): Promise<void> {
  const names = sql.join(Object.keys(settings))
  const { rows } = await onConnectionWith(location, settings, (db) =>
    sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in (${names}) order by name`.execute(db),
  )
  const missing = rows.find(({ name, setting }) => settings[name] !== setting)
  if (missing === undefined) return
  throw new Error(
    `${missing.name} is ${missing.setting} on its connections and not ${settings[missing.name]}: a pooler is between, and drops it. Set DATABASE_POOLER=session, and let the pooler work in session mode.`,
  )
}

/**
 * The same for the connections that read from a standby. One that is away now is not waited for: its reads go to the
 * primary, whose settings are known.
 */
export async function requireStandbySettings(
  { readUrl, pooler }: PostgresqlLocation,
  settings: ConnectionSettings,
): Promise<void> {
  if (readUrl === undefined) return
  try {
    await requireSettings({ url: readUrl, pooler: pooler ?? 'none' }, settings)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
  }
}
