import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** What the office knows of a person, with or without an account, and imports from files. */
export function people(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Null where the roster has none: a member's number is that of the membership, and the name is the student's own.
      for (const column of ['roll_number', 'roll_key', 'given', 'family', 'name_key', 'email', 'email_canonical'])
        await sql`alter table people add column ${sql.ref(column)} text`.execute(db)
      await sql`alter table people add column section text not null default ''`.execute(db)
      // The person's id in the system that a file comes from, and whose file began the row.
      for (const column of ['external_id', 'source', 'linked_by'])
        await sql`alter table people add column ${sql.ref(column)} text`.execute(db)
      for (const column of ['added_at', 'changed_at', 'ended_at'])
        await sql`alter table people add column ${sql.ref(column)} ${sql.raw(epochMs)}`.execute(db)
      await sql`create unique index people_by_number on people (organisation_id, roll_key)
        where student_id is null and ended_at is null`.execute(db)
      await sql`create index people_by_external_id on people (organisation_id, external_id)
        where external_id is not null`.execute(db)
      await sql`alter table organisations add column roster_version ${sql.raw(epochMs)} not null default 0`.execute(db)
      await finish(
        db.schema
          .createTable('imports')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('source', 'text', (column) => column.notNull())
          .addColumn('file_name', 'text', (column) => column.notNull())
          // A JSON list of texts.
          .addColumn('columns', 'text', (column) => column.notNull())
          .addColumn('is_whole', 'integer', (column) => column.notNull())
          .addColumn('lines', 'integer', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          // JSON, null before the plan.
          .addColumn('counts', 'text')
          .addColumn('seal', 'text')
          .addColumn('begun_by', 'text', (column) => column.notNull())
          .addColumn('begun_at', epochMs, (column) => column.notNull())
          .addColumn('applied_at', epochMs)
          .addColumn('undone_at', epochMs),
      )
      await db.schema
        .createIndex('imports_by_organisation')
        .on('imports')
        .columns(['organisation_id', 'begun_at'])
        .execute()
      await finishKeyed(
        db.schema
          .createTable('import_lines')
          .addColumn('import_id', 'text', (column) => column.notNull().references('imports.id'))
          // Below 0: a person who is not in the file.
          .addColumn('line', 'integer', (column) => column.notNull())
          // Null in a column that was not sent.
          .addColumn('roll_number', 'text')
          .addColumn('roll_key', 'text')
          .addColumn('given', 'text')
          .addColumn('family', 'text')
          .addColumn('name_key', 'text')
          .addColumn('email', 'text')
          .addColumn('email_canonical', 'text')
          .addColumn('section', 'text')
          .addColumn('external_id', 'text')
          .addColumn('problem', 'text')
          .addColumn('other_line', 'integer')
          // Null before the plan.
          .addColumn('outcome', 'text')
          .addColumn('person_id', 'text')
          .addColumn('linked_by', 'text')
          // What the roster had, as JSON.
          .addColumn('before', 'text')
          .addPrimaryKeyConstraint('import_lines_in_order', ['import_id', 'line']),
      )
      await db.schema
        .createIndex('import_lines_by_outcome')
        .on('import_lines')
        .columns(['import_id', 'outcome', 'line'])
        .execute()
    },
  }
}
