import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** In which turn a mail is sent; what was sent to an address that its owner has left is found by the address. */
export function mails(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // 1: a person waits for it. Empty: no one whose other mails it could hold up.
      await db.schema
        .alterTable('outbox')
        .addColumn('awaited', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('outbox')
        .addColumn('sender_id', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await sql`create index outbox_by_turn on outbox (awaited, sender_id, due_at)
        where sent_at is null and given_up_at is null`.execute(db)
      await sql`create index tokens_by_email on tokens (email_canonical) where account_id is null`.execute(db)
      await sql`create index desk_enrolments_by_address on desk_enrolments (email_canonical)
        where ended_at is null`.execute(db)
    },
  }
}
