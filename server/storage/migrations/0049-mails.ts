import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What was sent to an address that its owner has left is found by the address. */
export function mails(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create index tokens_by_email on tokens (email_canonical) where account_id is null`.execute(db)
      await sql`create index desk_enrolments_by_address on desk_enrolments (email_canonical)
        where ended_at is null`.execute(db)
    },
  }
}
