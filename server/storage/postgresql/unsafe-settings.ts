import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * With any other value PostgreSQL may lose data that it has confirmed as committed (rules §7). `remote_apply` waits
 * longer than `on`.
 */
const safeValues: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
}

/** Throws with the setting's name when this connection's settings could lose a committed mark. */
export async function refuseUnsafeSettings(db: Kysely<Schema>): Promise<void> {
  const names = sql.join(Object.keys(safeValues))
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${names})`.execute(db)
  const unsafe = rows.find(({ name, setting }) => safeValues[name]?.includes(setting) === false)
  if (unsafe !== undefined)
    throw new Error(`its setting ${unsafe.name} is ${unsafe.setting}, but in production it takes on.`)
}
