import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** What an institute decides about a mark, and what it chooses for its screens and times. */
export function rulings(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('rulings')
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          .addColumn('student_id', 'text', (column) => column.notNull().references('students.id'))
          // 1, 2, 3, … of one student in one session: the last one holds.
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('reason', 'text', (column) => column.notNull())
          .addColumn('note', 'text')
          // No foreign key: it says who decided, whatever becomes of that account.
          .addColumn('decided_by', 'text', (column) => column.notNull())
          .addColumn('decided_at', epochMs, (column) => column.notNull())
          .addColumn('cause', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('rulings_in_order', ['attendance_session_id', 'student_id', 'sequence']),
      )
      await db.schema.createIndex('rulings_by_student').on('rulings').column('student_id').execute()
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))

      // Which ruling answered the dispute; null while it is open.
      await db.schema.alterTable('marks').addColumn('flag_ruling', 'integer').execute()
      await db.schema.dropIndex('marks_flagged').execute()
      await sql`create index marks_disputed on marks (organisation_id, flagged_at)
        where flagged_at is not null and flag_ruling is null`.execute(db)

      // Null: times are shown as before, in each reader's own zone.
      await db.schema.alterTable('organisations').addColumn('time_zone', 'text').execute()
      await db.schema
        .alterTable('organisations')
        .addColumn('display_names', 'text', (column) => column.notNull().defaultTo('short'))
        .execute()
    },
  }
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const act of ['update', 'delete']) {
    await sql`create trigger ${sql.ref(`rulings_no_${act}`)} before ${sql.raw(act)} on rulings
      begin select raise(abort, 'rulings is append-only'); end`.execute(db)
  }
}

async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_ruling_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db)
  await sql`create trigger rulings_no_change before update or delete on rulings
    for each row execute function refuse_ruling_change()`.execute(db)
  await sql`create trigger rulings_no_truncate before truncate on rulings
    for each statement execute function refuse_ruling_change()`.execute(db)
}
