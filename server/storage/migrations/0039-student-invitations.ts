import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Invitations of people on the roster: a row for each mail. */
export function studentInvitations(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('student_invitations')
          // Of its token, which stands in the link.
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          // No foreign key: the row outlives a person whose import was undone, so that the address gets no third mail.
          .addColumn('person_id', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull())
          .addColumn('invited_by', 'text', (column) => column.notNull())
          .addColumn('invited_at', epochMs, (column) => column.notNull())
          .addColumn('ended_at', epochMs),
      )
      await sql`create unique index student_invitations_open on student_invitations (person_id)
        where ended_at is null`.execute(db)
      await db.schema
        .createIndex('student_invitations_by_email')
        .on('student_invitations')
        .columns(['organisation_id', 'email_canonical'])
        .execute()
      await db.schema
        .createIndex('student_invitations_by_time')
        .on('student_invitations')
        .columns(['organisation_id', 'invited_at'])
        .execute()
      await sql`create index outbox_by_token on outbox (token_id) where token_id is not null`.execute(db)
    },
  }
}
