import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What reports need so that they do not count all marks: sums of ended sessions, and the indexes of periods. */
export function reports(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Written once after the session's end, when its marks cannot change; null until then.
      await db.schema.alterTable('attendance_sessions').addColumn('present', 'integer').execute()
      await sql`create index attendance_sessions_unsettled on attendance_sessions (ends_at) where present is null`.execute(
        db,
      )
      const sessions = (name: string, column: string) =>
        db.schema.createIndex(name).on('attendance_sessions').columns(['organisation_id', column]).execute()
      await sessions('attendance_sessions_by_start', 'started_at')
      await sessions('attendance_sessions_by_end', 'ends_at')
      await db.schema
        .createIndex('memberships_by_joining')
        .on('memberships')
        .columns(['organisation_id', 'joined_at'])
        .execute()
      // With the session in it, the index alone is enough to count a student's marks.
      await db.schema.dropIndex('marks_by_student').execute()
      await db.schema
        .createIndex('marks_by_student')
        .on('marks')
        .columns(['student_id', 'organisation_id', 'attendance_session_id'])
        .execute()
    },
  }
}
