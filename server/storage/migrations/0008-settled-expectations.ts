import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many members each ended session expected, so that reports do not count all members for each session. */
export function settledExpectations(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Written together with `present`; sessions that were settled before are settled again.
      await db.schema.alterTable('attendance_sessions').addColumn('expected', 'integer').execute()
      await db.schema.dropIndex('attendance_sessions_unsettled').execute()
      await sql`create index attendance_sessions_unsettled on attendance_sessions (ends_at) where expected is null`.execute(
        db,
      )
    },
  }
}
