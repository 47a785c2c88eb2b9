import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Receipts: each student's choice, pushes beside mails in the outbox, and disputed marks. */
export function receipts(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('marks').addColumn('flagged_at', epochMs).execute()
      await db.schema.alterTable('marks').addColumn('flag_reason', 'text').execute()
      await sql`create index marks_flagged on marks (organisation_id, flagged_at) where flagged_at is not null`.execute(
        db,
      )

      await db.schema
        .alterTable('students')
        .addColumn('receipts_by_email', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await finish(
        db.schema
          .createTable('push_subscriptions')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id').onDelete('cascade'))
          // No foreign key: receipts go on when the session has only gone idle, and stop when it is ended.
          .addColumn('login_session_id', 'text', (column) => column.notNull())
          .addColumn('endpoint', 'text', (column) => column.notNull().unique())
          .addColumn('p256dh', 'text', (column) => column.notNull())
          .addColumn('auth', 'text', (column) => column.notNull())
          .addColumn('language', 'text', (column) => column.notNull())
          .addColumn('confirmed_at', epochMs, (column) => column.notNull()),
      )
      await db.schema
        .createIndex('push_subscriptions_by_student')
        .on('push_subscriptions')
        .columns(['student_id', 'confirmed_at'])
        .execute()
      await db.schema
        .createIndex('push_subscriptions_by_confirmation')
        .on('push_subscriptions')
        .column('confirmed_at')
        .execute()

      await db.schema.alterTable('mail_outbox').renameTo('outbox').execute()
      await db.schema
        .alterTable('outbox')
        .addColumn('subscription_id', 'text', (column) =>
          column.references('push_subscriptions.id').onDelete('cascade'),
        )
        .execute()
      await db.schema.alterTable('outbox').addColumn('attendance_session_id', 'text').execute()
      await db.schema.dropIndex('mail_outbox_by_account').execute()
      await db.schema.dropIndex('mail_outbox_due').execute()
      await db.schema.createIndex('outbox_by_account').on('outbox').column('account_id').execute()
      await sql`create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`.execute(db)
      await sql`create index outbox_by_subscription on outbox (subscription_id) where subscription_id is not null`.execute(
        db,
      )
    },
  }
}
