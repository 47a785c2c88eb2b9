import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Day passes of supply teachers. Their secrets stand apart: they are forgotten, and the pass still names who did what. */
export function dayPasses(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('day_passes')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
          // Of the supply teacher.
          .addColumn('name', 'text', (column) => column.notNull())
          // JSON: the ids of the courses.
          .addColumn('courses', 'text', (column) => column.notNull())
          .addColumn('made_by', 'text', (column) => column.notNull())
          .addColumn('made_at', epochMs, (column) => column.notNull())
          .addColumn('ends_at', epochMs, (column) => column.notNull())
          .addColumn('revoked_at', epochMs),
      )
      await db.schema
        .createIndex('day_passes_by_end')
        .on('day_passes')
        .columns(['organisation_id', 'ends_at'])
        .execute()
      await finish(
        db.schema
          .createTable('day_pass_secrets')
          .addColumn('pass_id', 'text', (column) => column.primaryKey().references('day_passes.id'))
          .addColumn('link_hash', 'text', (column) => column.notNull().unique())
          // Of the one browser that has opened the link.
          .addColumn('cookie_hash', 'text', (column) => column.unique())
          .addColumn('opened_at', epochMs)
          .addColumn('last_used_at', epochMs),
      )
    },
  }
}
