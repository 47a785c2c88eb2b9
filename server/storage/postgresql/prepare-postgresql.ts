import { type Kysely, sql } from 'kysely'
import type { PostgresqlLocation } from '../../config/database-location.ts'
import { ReadOnlyDatabase } from '../engine-errors.ts'
import type { Schema } from '../schema.ts'
import { migrateToLatest, type Upgrade } from '../upkeep/migrate.ts'
import { onUnlimitedConnection } from './connection-settings.ts'
import { grantRights } from './grant-rights.ts'
import { refuseUnsafeSettings } from './unsafe-settings.ts'

/**
 * Run before the server uses it. Throws ReadOnlyDatabase for a standby, and another error when the tables are out of date
 * and cannot be updated.
 */
export async function preparePostgresql(
  location: PostgresqlLocation,
  refusesUnsafeSettings: boolean,
  upgrade?: Upgrade,
): Promise<void> {
  await onUnlimitedConnection(location, async (db) => {
    if (await isReadOnly(db)) throw new ReadOnlyDatabase()
    if (refusesUnsafeSettings) await refuseUnsafeSettings(db)
    await migrateToLatest(db, 'postgresql', upgrade)
  })
}

/** The role and the database of an address. */
export type Connected = { readonly role: string; readonly database: string }

/** Throws when it cannot be reached. */
export function readConnected(location: PostgresqlLocation): Promise<Connected> {
  return onUnlimitedConnection(location, readRoleAndDatabase)
}

/**
 * For the role that owns the tables: brings them up to date, and gives the server's role its rights. Returns the name
 * of that role; undefined when the server's role is the owner, which needs none.
 */
export async function prepareForServer(
  location: PostgresqlLocation,
  server: Connected,
  upgrade?: Upgrade,
): Promise<string | undefined> {
  return onUnlimitedConnection(location, async (db) => {
    const owner = await readRoleAndDatabase(db)
    if (owner.database !== server.database)
      throw new Error(`it is ${owner.database}, but that of DATABASE_URL is ${server.database}.`)
    await migrateToLatest(db, 'postgresql', upgrade)
    if (owner.role === server.role) return undefined
    await grantRights(db, server.role)
    return server.role
  })
}

async function readRoleAndDatabase(db: Kysely<Schema>): Promise<Connected> {
  const { rows } = await sql<{ role: string; database: string }>`
    select current_user as role, current_database() as database`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the connection does not say whose it is')
  return row
}

/** True for a standby, too. */
async function isReadOnly(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(db)
  return rows[0]?.setting === 'on'
}
