import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a student says to the dispute of a withdrawn mark. */
export function disputeWords(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('marks').addColumn('flag_words', 'text').execute()
    },
  }
}
