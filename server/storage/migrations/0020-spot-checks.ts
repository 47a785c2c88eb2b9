import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Head counts and draws of a session, and what the flags of a mark rest on. */
export function spotChecks(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('head_counts')
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          // 1, 2, 3, … of one session: the last one holds.
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('counted', 'integer', (column) => column.notNull())
          // No foreign key: it says who counted, whatever becomes of that account.
          .addColumn('counted_by', 'text', (column) => column.notNull())
          .addColumn('counted_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('head_counts_in_order', ['attendance_session_id', 'sequence']),
      )
      await finishKeyed(
        db.schema
          .createTable('draws')
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('noted_by', 'text', (column) => column.notNull())
          .addColumn('noted_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('draws_in_order', ['attendance_session_id', 'sequence']),
      )
      await db.schema.createIndex('draws_by_student').on('draws').column('student_id').execute()
      for (const table of ['head_counts', 'draws']) await (isSqlite ? guardOnSqlite : guardOnPostgresql)(db, table)

      await db.schema.alterTable('mark_origins').addColumn('credential_id', 'text').execute()
      await db.schema.alterTable('mark_origins').addColumn('redeemed_after', epochMs).execute()
      await db.schema.alterTable('mark_origins').addColumn('other_seen_at', epochMs).execute()
      await db.schema
        .createIndex('mark_origins_by_student')
        .on('mark_origins')
        .columns(['student_id', 'marked_at'])
        .execute()
    },
  }
}

async function guardOnSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  for (const act of ['update', 'delete']) {
    await sql`create trigger ${sql.ref(`${table}_no_${act}`)} before ${sql.raw(act)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db)
  }
}

/** By the function that guards the rulings; it names the table. */
async function guardOnPostgresql(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`create trigger ${sql.ref(`${table}_no_change`)} before update or delete on ${sql.table(table)}
    for each row execute function refuse_ruling_change()`.execute(db)
  await sql`create trigger ${sql.ref(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
    for each statement execute function refuse_ruling_change()`.execute(db)
}
