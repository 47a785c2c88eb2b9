import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Courses: groups with people of their own, rooms, sessions of a length and with thresholds, and rulings on any cell. */
export function courses(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, epochMs, finish, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('rooms')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('ended_at', epochMs),
      )
      await sql`create unique index rooms_by_name on rooms (organisation_id, name) where ended_at is null`.execute(db)

      const add = async (table: string, type: string, ...columns: string[]) => {
        for (const column of columns)
          await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db)
      }
      // All are null in the group of all members. `policy` is JSON.
      await add('groups', 'text', 'parent_id', 'code', 'title', 'department', 'term', 'policy', 'external_id', 'source')
      await add('groups', epochMs, 'created_at', 'closed_at')
      await sql`create unique index groups_by_code on groups (organisation_id, code) where closed_at is null`.execute(
        db,
      )
      await db.schema.createIndex('groups_by_parent').on('groups').column('parent_id').execute()
      await sql`create index groups_by_external_id on groups (organisation_id, external_id)
        where external_id is not null`.execute(db)

      // Null in the group of all members, whose enrolments count from their beginning.
      await add('enrolments', epochMs, 'counts_from', 'entered_at')
      await add('enrolments', 'text', 'source', 'entered_by')

      // Null in classes. The thresholds are ms after the start.
      await add('attendance_sessions', 'text', 'room_id')
      await add('attendance_sessions', epochMs, 'late_after', 'closes_after')
      // 'may_be_untaken' is null once an entry of the ended session was seen; Today reads no other session.
      await add('attendance_sessions', 'integer', 'refuses_late', 'takes_guests', 'may_be_untaken')
      // Sessions of courses are never settled.
      await db.schema.dropIndex('attendance_sessions_unsettled').execute()
      await sql`create index attendance_sessions_unsettled on attendance_sessions (ends_at)
        where expected is null and group_id = organisation_id`.execute(db)
      await sql`create index attendance_sessions_untaken on attendance_sessions (organisation_id, started_at)
        where may_be_untaken is not null`.execute(db)
      await sql`create index attendance_sessions_untaken_by_end on attendance_sessions (ends_at)
        where may_be_untaken is not null`.execute(db)
      await sql`create index attendance_sessions_by_room on attendance_sessions (room_id, ends_at)
        where room_id is not null`.execute(db)
      await add('screens', 'text', 'room_id')
      // When the check-in began, as it was signed; null in classes.
      await add('marks', epochMs, 'begun_at')
      await add('rulings', 'integer', 'minutes')
      await add('rulings', 'text', 'hand_check_in_id')
      // JSON pairs of person and status; null in a list of marks.
      await add('hand_check_ins', 'text', 'roll_call')

      await finishKeyed(
        db.schema
          .createTable('session_rulings')
          .addColumn('attendance_session_id', 'text', (column) => column.notNull().references('attendance_sessions.id'))
          // 1, 2, 3, … of one session: the last one holds.
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('reason', 'text', (column) => column.notNull())
          .addColumn('decided_by', 'text', (column) => column.notNull())
          .addColumn('decided_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('session_rulings_in_order', ['attendance_session_id', 'sequence']),
      )
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
    },
  }
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  const refuse = sql`begin select raise(abort, 'session_rulings is append-only'); end`
  for (const act of ['update', 'delete'])
    await sql`create trigger ${sql.ref(`session_rulings_no_${act}`)} before ${sql.raw(act)} on session_rulings
      ${refuse}`.execute(db)
  // 'insert or replace' would delete the row of the same key, and no trigger would be asked.
  await sql`create trigger session_rulings_no_replace before insert on session_rulings
    when exists (select 1 from session_rulings where attendance_session_id = new.attendance_session_id
      and sequence = new.sequence) ${refuse}`.execute(db)
}

/** By the function that guards the rulings; it names the table. */
async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger session_rulings_no_change before update or delete on session_rulings
    for each row execute function refuse_ruling_change()`.execute(db)
  await sql`create trigger session_rulings_no_truncate before truncate on session_rulings
    for each statement execute function refuse_ruling_change()`.execute(db)
}
