import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Changes of committed transactions that still must be published to the processes. Only on PostgreSQL: the embedded
 * engine has one process. Unlogged: a crash of the engine ends every process's connection, and after that everything is
 * read again.
 */
export function pendingChanges(engine: 'sqlite' | 'postgresql'): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'sqlite') return
      await db.schema
        .createTable('pending_changes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('change', 'text', (column) => column.notNull())
        // The engine's own clock, not the one that tests move: it only tells left-over rows from fresh ones.
        .addColumn('written_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
        .execute()
      await sql`alter table pending_changes set unlogged`.execute(db)
    },
  }
}
