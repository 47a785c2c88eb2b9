import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/**
 * Groups of people who meet: each institute has one of all its members, whose id is the institute's. A session belongs to
 * a group for ever, and is numbered in it.
 */
export function groups(engine: 'sqlite' | 'postgresql'): Migration {
  const { isSqlite, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('groups')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) =>
            column.notNull().references('organisations.id').onDelete('cascade'),
          )
          .addColumn('kind', 'text', (column) => column.notNull())
          .addCheckConstraint('groups_kind', sql`kind in ('whole', 'course', 'section', 'homeroom')`)
          .addCheckConstraint('groups_whole', sql`(kind = 'whole') = (id = organisation_id)`),
      )
      await db.schema.createIndex('groups_by_organisation').on('groups').column('organisation_id').execute()
      await sql`insert into groups (id, organisation_id, kind) select id, id, 'whole' from organisations`.execute(db)

      await (isSqlite ? rebuildSessions(db) : extendSessions(db))
      for (const [name, column] of [
        ['attendance_sessions_by_start', 'started_at'],
        ['attendance_sessions_by_end', 'ends_at'],
      ] as const)
        await db.schema.createIndex(name).on('attendance_sessions').columns(['group_id', column]).execute()
      await db.schema
        .createIndex('attendance_sessions_by_organisation')
        .on('attendance_sessions')
        .column('organisation_id')
        .execute()
      await (isSqlite ? guardOnSqlite(db) : guardOnPostgresql(db))
    },
  }
}

/**
 * SQLite can neither drop the constraint of the numbers nor add a column that must have a value. Other tables refer to this
 * one by its name; the connection that migrates does not ask for them meanwhile.
 */
async function rebuildSessions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where tbl_name = 'attendance_sessions' and sql is not null order by type = 'index'`.execute(db)
  const [definition, ...indexes] = rows
  const rebuilt = (definition?.sql ?? '')
    .replace('"attendance_sessions"', '"attendance_sessions_rebuilt"')
    .replace('constraint ', '"group_id" text not null references "groups" ("id"), constraint ')
    .replace('("organisation_id", "number")', '("group_id", "number")')
  await sql.raw(rebuilt).execute(db)
  await sql`insert into attendance_sessions_rebuilt select *, organisation_id from attendance_sessions`.execute(db)
  await sql`drop table attendance_sessions`.execute(db)
  await sql`alter table attendance_sessions_rebuilt rename to attendance_sessions`.execute(db)
  for (const index of indexes) if (!byOrganisation.includes(index.name)) await sql.raw(index.sql).execute(db)
}

const byOrganisation = ['attendance_sessions_by_start', 'attendance_sessions_by_end']

async function extendSessions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attendance_sessions add column group_id text references groups (id)`.execute(db)
  await sql`update attendance_sessions set group_id = organisation_id`.execute(db)
  await sql`alter table attendance_sessions alter column group_id set not null,
    drop constraint attendance_sessions_number,
    add constraint attendance_sessions_number unique (group_id, number)`.execute(db)
  for (const index of byOrganisation) await db.schema.dropIndex(index).execute()
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger attendance_sessions_keep_group before update of group_id on attendance_sessions
    when new.group_id is not old.group_id
    begin select raise(abort, 'a session stays in its group'); end`.execute(db)
}

async function guardOnPostgresql(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_group_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a session stays in its group';
    end $$`.execute(db)
  await sql`create trigger attendance_sessions_keep_group before update of group_id on attendance_sessions
    for each row when (new.group_id is distinct from old.group_id) execute function refuse_group_change()`.execute(db)
}
