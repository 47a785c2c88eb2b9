import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Since when an institute's own login only reads. */
export function ownLogin(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('accounts').addColumn('reads_only_since', epochMs).execute()
    },
  }
}
