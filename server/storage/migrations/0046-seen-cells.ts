import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What stood in the cells of a roll call when it began. */
export function seenCells(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table hand_check_ins add column roll_call_seen text`.execute(db)
    },
  }
}
