import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** People who act for an institute, how they are invited, and what says who did something. */
export function staff(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('staff')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          // No foreign key: the row outlives the account.
          .addColumn('account_id', 'text', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('title', 'text', (column) => column.notNull())
          .addColumn('role', 'text', (column) => column.notNull())
          .addColumn('since', epochMs, (column) => column.notNull())
          .addColumn('until', epochMs),
      )
      await sql`create unique index staff_now on staff (account_id, organisation_id) where until is null`.execute(db)
      await db.schema
        .createIndex('staff_by_organisation')
        .on('staff')
        .columns(['organisation_id', 'account_id'])
        .execute()
      await finishKeyed(
        db.schema
          .createTable('staff_groups')
          .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
          .addColumn('group_id', 'text', (column) => column.notNull())
          .addColumn('since', epochMs, (column) => column.notNull())
          .addColumn('until', epochMs)
          .addPrimaryKeyConstraint('staff_groups_in_order', ['staff_id', 'group_id', 'since']),
      )
      await finish(
        db.schema
          .createTable('staff_invitations')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull())
          .addColumn('role', 'text', (column) => column.notNull())
          .addColumn('title', 'text', (column) => column.notNull())
          .addColumn('holds_whole', 'integer', (column) => column.notNull())
          .addColumn('invited_by', 'text', (column) => column.notNull())
          .addColumn('invited_at', epochMs, (column) => column.notNull())
          // Of the newest link.
          .addColumn('token_id', 'text', (column) => column.notNull().unique())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          // How many mails carried it.
          .addColumn('mails', 'integer', (column) => column.notNull())
          // Both are null while it is open.
          .addColumn('ended_at', epochMs)
          .addColumn('ended_because', 'text'),
      )
      await db.schema
        .createIndex('staff_invitations_by_email')
        .on('staff_invitations')
        .columns(['organisation_id', 'email_canonical'])
        .execute()
      await finishKeyed(
        db.schema
          .createTable('stopped_mails')
          .addColumn('organisation_id', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull())
          .addColumn('stopped_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('stopped_mails_key', ['organisation_id', 'email_canonical']),
      )
      // The institute that the session acts for, and the person's own session from which that began.
      await sql`alter table sessions add column acting_for text`.execute(db)
      await sql`alter table sessions add column own_session_id text`.execute(db)
      // Accounts; null in rows of before.
      await sql`alter table attendance_sessions add column started_by text`.execute(db)
      await sql`alter table attendance_sessions add column ended_by text`.execute(db)
      await sql`alter table screens add column approved_by text`.execute(db)
    },
  }
}
