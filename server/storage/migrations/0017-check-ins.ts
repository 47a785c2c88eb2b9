import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Check-ins: room codes of sessions, begun check-ins, and the signatures behind marks. */
export function checkIns(engine: 'sqlite' | 'postgresql'): Migration {
  const kinds = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('organisations')
        .addColumn('room_code', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // Null in sessions of before: they never had a room code.
      await db.schema.alterTable('attendance_sessions').addColumn('public_id', 'text').execute()
      await db.schema
        .alterTable('attendance_sessions')
        .addColumn('room_code', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('attendance_sessions')
        .addColumn('redeemed_step', kinds.epochMs, (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .createIndex('attendance_sessions_by_public_id')
        .on('attendance_sessions')
        .column('public_id')
        .execute()
      await createCheckIns(db, kinds)
      await createSignatures(db, kinds)
    },
  }
}

type Kinds = ReturnType<typeof tableKinds>

async function createCheckIns(db: Kysely<unknown>, { epochMs, finish, finishKeyed }: Kinds): Promise<void> {
  await finish(
    db.schema
      .createTable('check_ins')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('attendance_session_id', 'text', (column) => column.notNull())
      .addColumn('bound_student_id', 'text')
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('begun_at', epochMs, (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('session_binding', 'text')
      .addColumn('ticket_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', epochMs, (column) => column.notNull())
      // The rest is null while it is open.
      .addColumn('assertion_hash', 'text')
      .addColumn('student_id', 'text')
      .addColumn('outcome', 'text')
      .addColumn('opened_session_id', 'text'),
  )
  await db.schema.createIndex('check_ins_by_ticket').on('check_ins').column('ticket_hash').execute()
  await db.schema.createIndex('check_ins_by_end').on('check_ins').column('expires_at').execute()
  await finishKeyed(
    db.schema
      .createTable('spent_tickets')
      .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', epochMs, (column) => column.notNull()),
  )
}

/** What a mark's student signed, and where the mark came from. */
async function createSignatures(db: Kysely<unknown>, { isSqlite, epochMs, finishKeyed }: Kinds): Promise<void> {
  await finishKeyed(
    db.schema
      .createTable('mark_signatures')
      .addColumn('attendance_session_id', 'text', (column) => column.notNull())
      .addColumn('student_id', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('bound_student_id', 'text')
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('begun_at', epochMs, (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('authenticator_data', 'text', (column) => column.notNull())
      .addColumn('client_data', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mark_signatures_by_mark', ['attendance_session_id', 'student_id']),
  )
  await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
  await finishKeyed(
    db.schema
      .createTable('mark_origins')
      // That of the check-in.
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('attendance_session_id', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('student_id', 'text', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('address_prefix', 'text', (column) => column.notNull())
      .addColumn('marked_at', epochMs, (column) => column.notNull()),
  )
  await db.schema
    .createIndex('mark_origins_by_browser')
    .on('mark_origins')
    .columns(['browser_hash', 'marked_at'])
    .execute()
  await db.schema.createIndex('mark_origins_by_session').on('mark_origins').column('attendance_session_id').execute()
  await db.schema.createIndex('mark_origins_by_time').on('mark_origins').column('marked_at').execute()
}

/** A signature is never changed; it may be dropped when its time is over. */
async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger mark_signatures_no_update before update on mark_signatures
    begin select raise(abort, 'mark_signatures is never changed'); end`.execute(db)
}

async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_signature_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is never changed', tg_table_name;
    end $$`.execute(db)
  await sql`create trigger mark_signatures_no_update before update on mark_signatures
    for each row execute function refuse_signature_change()`.execute(db)
}
