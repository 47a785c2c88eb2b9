import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** In which role a person did what a mail tells, and who changed the settings of an institute last. */
export function namesOfActs(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Null where the institute's own login acted, and in rows of before.
      await sql`alter table notices add column acted_as text`.execute(db)
      await sql`alter table organisations add column settings_changed_by text`.execute(db)
      await db.schema.alterTable('organisations').addColumn('settings_changed_at', epochMs).execute()
    },
  }
}
