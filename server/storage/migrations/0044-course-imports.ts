import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Imports of courses from files, and which file made a person the teacher of a course. */
export function courseImports(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Null where a person said so.
      await sql`alter table staff_groups add column source text`.execute(db)
      await finish(
        db.schema
          .createTable('course_imports')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          .addColumn('source', 'text', (column) => column.notNull())
          .addColumn('file_name', 'text', (column) => column.notNull())
          .addColumn('is_whole', 'integer', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          // JSON, null before the plan.
          .addColumn('plan', 'text')
          .addColumn('begun_by', 'text', (column) => column.notNull())
          .addColumn('begun_at', epochMs, (column) => column.notNull())
          .addColumn('applied_at', epochMs)
          .addColumn('undone_at', epochMs),
      )
      await db.schema
        .createIndex('course_imports_by_organisation')
        .on('course_imports')
        .columns(['organisation_id', 'begun_at'])
        .execute()
      await finishKeyed(
        db.schema
          .createTable('course_import_parts')
          .addColumn('import_id', 'text', (column) => column.notNull().references('course_imports.id'))
          .addColumn('part', 'integer', (column) => column.notNull())
          // How many it has.
          .addColumn('courses', 'integer', (column) => column.notNull())
          .addColumn('enrolments', 'integer', (column) => column.notNull())
          // JSON, as it was sent.
          .addColumn('content', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('course_import_parts_in_order', ['import_id', 'part']),
      )
      await finishKeyed(
        db.schema
          .createTable('course_import_courses')
          .addColumn('import_id', 'text', (column) => column.notNull().references('course_imports.id'))
          .addColumn('position', 'integer', (column) => column.notNull())
          .addColumn('outcome', 'text', (column) => column.notNull())
          .addColumn('has_people', 'integer', (column) => column.notNull())
          .addColumn('course_id', 'text')
          // JSON.
          .addColumn('shown', 'text', (column) => column.notNull())
          .addColumn('is_undone', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint('course_import_courses_in_order', ['import_id', 'position']),
      )
    },
  }
}
