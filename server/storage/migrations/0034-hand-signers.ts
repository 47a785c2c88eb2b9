import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who signed marks by hand: several people act for an institute, each by an own passkey. */
export function handSigners(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // An account; null in rows of before, and until a list is signed.
      await sql`alter table hand_check_ins add column signed_by text`.execute(db)
    },
  }
}
