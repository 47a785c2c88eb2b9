import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** People whom an enrolment desk has called: a row for each, until the person was seen. */
export function desk(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('desk_enrolments')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          // No foreign key: the row stays when an import that brought the person is undone.
          .addColumn('person_id', 'text', (column) => column.notNull())
          // As the roster had them.
          .addColumn('roll_number', 'text', (column) => column.notNull())
          .addColumn('given', 'text', (column) => column.notNull())
          .addColumn('family', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull())
          .addColumn('called_by', 'text', (column) => column.notNull())
          .addColumn('called_at', epochMs, (column) => column.notNull())
          .addColumn('claimed_until', epochMs, (column) => column.notNull())
          // The digits are made of it and the installation key, so they stand nowhere.
          .addColumn('mail_id', 'text', (column) => column.notNull().unique())
          .addColumn('mailed_at', epochMs, (column) => column.notNull())
          // Of one day.
          .addColumn('mails', 'integer', (column) => column.notNull())
          .addColumn('wrong_digits', 'integer', (column) => column.notNull())
          // Null once it was scanned.
          .addColumn('code_hash', 'text')
          .addColumn('code_until', epochMs, (column) => column.notNull())
          // Of the phone that has scanned it.
          .addColumn('phone_hash', 'text')
          .addColumn('phone_until', epochMs)
          // No foreign key: who leaves the product may go.
          .addColumn('student_id', 'text')
          .addColumn('joined_at', epochMs)
          .addColumn('seen_by', 'text')
          .addColumn('seen_at', epochMs)
          .addColumn('ended_at', epochMs),
      )
      await sql`create unique index desk_enrolments_open on desk_enrolments (organisation_id, person_id)
        where ended_at is null`.execute(db)
      await db.schema
        .createIndex('desk_enrolments_by_email')
        .on('desk_enrolments')
        .columns(['organisation_id', 'email_canonical'])
        .execute()
    },
  }
}
