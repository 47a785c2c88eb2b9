import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** The tables of the first release. `engine` decides only where the engines differ in SQL. */
export function foundation(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finish, finishKeyed, sequenced } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('accounts')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull().unique())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('password_hash', 'text', (column) => column.notNull())
          .addColumn('email_verified', 'integer', (column) => column.notNull())
          .addColumn('label', 'text')
          .addColumn('has_profile', 'integer', (column) => column.notNull())
          .addColumn('user_handle', 'text', (column) => column.notNull().unique())
          .addColumn('password_updated_at', epochMs, (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('updated_at', epochMs, (column) => column.notNull()),
      )
      await finish(
        db.schema
          .createTable('sessions')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('token_hash', 'text', (column) => column.notNull().unique())
          .addColumn('factors', 'text', (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('last_seen_at', epochMs, (column) => column.notNull())
          .addColumn('authenticated_at', epochMs, (column) => column.notNull())
          .addColumn('passkey_at', epochMs)
          .addColumn('idle_expires_at', epochMs, (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          .addColumn('address_prefix', 'text', (column) => column.notNull())
          .addColumn('user_agent', 'text', (column) => column.notNull()),
      )
      await db.schema.createIndex('sessions_by_account').on('sessions').columns(['account_id', 'created_at']).execute()
      await finish(
        db.schema
          .createTable('registration_cookies')
          .addColumn('token_hash', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('expires_at', epochMs, (column) => column.notNull()),
      )
      await db.schema
        .createIndex('registration_cookies_by_account')
        .on('registration_cookies')
        .column('account_id')
        .execute()
      await finish(
        db.schema
          .createTable('tokens')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('purpose', 'text', (column) => column.notNull())
          .addColumn('email_canonical', 'text', (column) => column.notNull())
          .addColumn('secret_hash', 'text', (column) => column.unique())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          // One open token per account and purpose: a new one voids the old.
          .addUniqueConstraint('tokens_one_open', ['account_id', 'purpose']),
      )
      await finish(
        sequenced(db, 'organisations')
          .addColumn('id', 'text', (column) => column.notNull().unique().references('accounts.id'))
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('phone_number', 'text', (column) => column.notNull())
          .addColumn('address_line1', 'text', (column) => column.notNull())
          .addColumn('address_line2', 'text', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('city', 'text', (column) => column.notNull())
          .addColumn('classes', 'integer', (column) => column.notNull())
          .addColumn('members', 'integer', (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('updated_at', epochMs, (column) => column.notNull()),
      )
      await finish(
        sequenced(db, 'students')
          .addColumn('id', 'text', (column) => column.notNull().unique().references('accounts.id'))
          .addColumn('first_name', 'text', (column) => column.notNull())
          .addColumn('last_name', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('phone_number', 'text', (column) => column.notNull())
          .addColumn('roll_number', 'text', (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('updated_at', epochMs, (column) => column.notNull()),
      )
      await finishKeyed(
        db.schema
          .createTable('memberships')
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          .addColumn('roll_number_canonical', 'text', (column) => column.notNull())
          .addColumn('total', 'integer', (column) => column.notNull())
          .addColumn('expiry_time', epochMs)
          .addColumn('joined_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('memberships_key', ['organisation_id', 'student_id'])
          .addUniqueConstraint('memberships_roll_number', ['organisation_id', 'roll_number_canonical']),
      )
      await db.schema.createIndex('memberships_by_student').on('memberships').column('student_id').execute()
      await finish(
        db.schema
          .createTable('attendance_sessions')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('number', 'integer', (column) => column.notNull())
          .addColumn('started_at', epochMs, (column) => column.notNull())
          .addColumn('ends_at', epochMs, (column) => column.notNull())
          .addColumn('starter_session_id', 'text', (column) => column.notNull())
          .addUniqueConstraint('attendance_sessions_number', ['organisation_id', 'number']),
      )
      await finishKeyed(
        db.schema
          .createTable('marks')
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          .addColumn('marked_at', epochMs, (column) => column.notNull())
          .addColumn('method', 'text', (column) => column.notNull())
          .addColumn('credential_id', 'text', (column) => column.notNull())
          .addColumn('proof_id', 'text', (column) => column.notNull())
          .addColumn('evidence', 'text', (column) => column.notNull())
          // The last safeguard: one mark per student and session, even if the code has a mistake.
          .addPrimaryKeyConstraint('marks_once', ['attendance_session_id', 'student_id']),
      )
      await db.schema
        .createIndex('marks_by_session')
        .on('marks')
        .columns(['attendance_session_id', 'marked_at'])
        .execute()
      await db.schema.createIndex('marks_by_student').on('marks').columns(['student_id', 'organisation_id']).execute()
      await finishKeyed(
        db.schema
          .createTable('presence_proofs')
          .addColumn('id', 'text', (column) => column.notNull())
          .addColumn('login_session_id', 'text', (column) =>
            column.notNull().references('sessions.id').onDelete('cascade'),
          )
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          .addColumn('credential_id', 'text', (column) => column.notNull())
          .addColumn('evidence', 'text', (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          .addColumn('used_at', epochMs)
          .addColumn('outcome', 'text')
          // A new ceremony of the same student in the same login session replaces the proof before it.
          .addPrimaryKeyConstraint('presence_proofs_newest', ['login_session_id', 'student_id']),
      )
      await db.schema.createIndex('presence_proofs_by_student').on('presence_proofs').column('student_id').execute()
      await finish(
        db.schema
          .createTable('passkeys')
          .addColumn('credential_id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('public_key', 'text', (column) => column.notNull())
          .addColumn('counter', epochMs, (column) => column.notNull())
          .addColumn('backup_eligible', 'integer', (column) => column.notNull())
          .addColumn('backed_up', 'integer', (column) => column.notNull())
          .addColumn('transports', 'text', (column) => column.notNull())
          .addColumn('aaguid', 'text', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('last_used_at', epochMs)
          .addColumn('suspect', 'integer', (column) => column.notNull()),
      )
      await db.schema.createIndex('passkeys_by_account').on('passkeys').columns(['account_id', 'created_at']).execute()
      await finishKeyed(
        db.schema
          .createTable('ceremonies')
          .addColumn('challenge_hash', 'text', (column) => column.notNull())
          .addColumn('purpose', 'text', (column) => column.notNull())
          .addColumn('subject_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('binding', 'text', (column) => column.notNull())
          .addColumn('attendance_session_id', 'text')
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          // One open ceremony per purpose, subject and binding: no caller can replace another's.
          .addPrimaryKeyConstraint('ceremonies_one_open', ['subject_id', 'purpose', 'binding']),
      )
      await finish(
        db.schema
          .createTable('login_proofs')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) =>
            column.notNull().references('accounts.id').onDelete('cascade'),
          )
          .addColumn('binding', 'text', (column) => column.notNull())
          .addColumn('misses', 'integer', (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          .addUniqueConstraint('login_proofs_one', ['organisation_id', 'binding']),
      )
      await finish(
        db.schema
          .createTable('login_misses')
          .addColumn('email_hash', 'text', (column) => column.primaryKey())
          .addColumn('window_started_at', epochMs, (column) => column.notNull())
          .addColumn('in_window', 'integer', (column) => column.notNull())
          .addColumn('in_row', 'integer', (column) => column.notNull())
          .addColumn('blocked_until', epochMs, (column) => column.notNull()),
      )
      await finish(
        db.schema
          .createTable('mail_outbox')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('recipient', 'text', (column) => column.notNull())
          .addColumn('token_id', 'text')
          .addColumn('attempts', 'integer', (column) => column.notNull())
          .addColumn('queued_at', epochMs, (column) => column.notNull())
          .addColumn('due_at', epochMs, (column) => column.notNull())
          .addColumn('sent_at', epochMs)
          .addColumn('given_up_at', epochMs)
          .addColumn('last_error', 'text'),
      )
      await db.schema.createIndex('mail_outbox_by_account').on('mail_outbox').column('account_id').execute()
      await sql`create index mail_outbox_due on mail_outbox (due_at) where sent_at is null and given_up_at is null`.execute(
        db,
      )
      await finish(
        db.schema
          .createTable('audit_log')
          // Rows are never removed, so SQLite's own numbering never repeats a number.
          .addColumn('sequence', isSqlite ? 'integer' : 'bigserial', (column) => column.primaryKey())
          .addColumn('at', epochMs, (column) => column.notNull())
          .addColumn('action', 'text', (column) => column.notNull())
          .addColumn('outcome', 'text', (column) => column.notNull())
          // No foreign key: the log outlives the rows that it is about.
          .addColumn('account_id', 'text')
          .addColumn('subject', 'text')
          .addColumn('session_hash', 'text')
          .addColumn('address_prefix', 'text', (column) => column.notNull())
          .addColumn('request_id', 'text', (column) => column.notNull())
          .addColumn('detail', 'text'),
      )
      await finish(
        db.schema
          .createTable('limit_counters')
          .addColumn('counter', 'text', (column) => column.primaryKey())
          .addColumn('window_ends_at', epochMs, (column) => column.notNull())
          .addColumn('hits', 'integer', (column) => column.notNull()),
      )
      await db.schema.createIndex('limit_counters_by_end').on('limit_counters').column('window_ends_at').execute()
      // A crash may lose the counters, so PostgreSQL need not write them to its log.
      if (!isSqlite) await sql`alter table limit_counters set unlogged`.execute(db)
      await finish(
        db.schema
          .createTable('settings')
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('value', 'text', (column) => column.notNull()),
      )
    },
  }
}
