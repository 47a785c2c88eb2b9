import type { Selectable } from 'kysely'
import { openForReading } from '#server/storage/open-for-reading.ts'
import type { Schema } from '#server/storage/schema.ts'
import { locate } from './check-invariants.ts'
import type { TestDatabase } from './create-database.ts'

export type AuditRow = Selectable<Schema['audit_log']>

/** What the `detail` of a row of this version holds. */
export function factsOf({ detail }: Pick<AuditRow, 'detail'>): unknown {
  return detail === null ? null : JSON.parse(detail)
}

/** The whole audit log, oldest first. */
export async function readAuditLog(database: TestDatabase): Promise<AuditRow[]> {
  const { db, close } = await openForReading(locate(database))
  try {
    return await db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
  } finally {
    await close()
  }
}

/** The rows that were added during the work, oldest first. */
export async function readAuditOf(database: TestDatabase, work: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = (await readAuditLog(database)).length
  await work()
  return (await readAuditLog(database)).slice(before)
}
