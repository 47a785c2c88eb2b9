import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** The jumps of the clock that the server has noticed, and how they move the end of an attendance session. */
export function clockJumps(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('clock_jumps')
          // 1, 2, 3, …: when several processes notice one jump, only one can write its number.
          .addColumn('number', 'integer', (column) => column.primaryKey())
          .addColumn('clock_before', epochMs, (column) => column.notNull())
          .addColumn('clock_after', epochMs, (column) => column.notNull()),
      )
      await db.schema.alterTable('attendance_sessions').addColumn('closes_at', epochMs).execute()
    },
  }
}
