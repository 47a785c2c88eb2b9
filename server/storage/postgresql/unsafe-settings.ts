import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** With any other value PostgreSQL may lose what it has called committed (rules §7). `remote_apply` waits longer than `on`. */
const safeValues: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
}

/** Throws, naming the setting, when this connection's settings allow a committed mark to be lost. */
export async function refuseUnsafeSettings(db: Kysely<Schema>): Promise<void> {
  const names = sql.join(Object.keys(safeValues))
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${names})`.execute(db)
  const unsafe = rows.find(({ name, setting }) => safeValues[name]?.includes(setting) === false)
  if (unsafe !== undefined)
    throw new Error(`its setting ${unsafe.name} is ${unsafe.setting}, but in production it takes on.`)
}
