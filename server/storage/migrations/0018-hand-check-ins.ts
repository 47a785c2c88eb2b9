import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Check-ins by hand: a list of students, signed by the institute's own passkey. */
export function handCheckIns(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('hand_check_ins')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull())
          .addColumn('attendance_session_id', 'text', (column) => column.notNull())
          // JSON: the ids, as the institute listed them.
          .addColumn('students', 'text', (column) => column.notNull())
          .addColumn('reason', 'text', (column) => column.notNull())
          .addColumn('nonce', 'text', (column) => column.notNull())
          .addColumn('origin', 'text', (column) => column.notNull())
          .addColumn('begun_at', epochMs, (column) => column.notNull())
          .addColumn('session_binding', 'text', (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          // The rest is null while it is open.
          .addColumn('assertion_hash', 'text')
          .addColumn('credential_id', 'text')
          .addColumn('public_key', 'text')
          .addColumn('authenticator_data', 'text')
          .addColumn('client_data', 'text')
          .addColumn('signature', 'text'),
      )
      await db.schema.createIndex('hand_check_ins_by_end').on('hand_check_ins').column('expires_at').execute()
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
    },
  }
}

/** A finished one is the evidence of its marks: it is never changed. */
async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger hand_check_ins_no_update before update on hand_check_ins when old.assertion_hash is not null
    begin select raise(abort, 'hand_check_ins is never changed'); end`.execute(db)
}

async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger hand_check_ins_no_update before update on hand_check_ins
    for each row when (old.assertion_hash is not null) execute function refuse_signature_change()`.execute(db)
}
