import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Mails about acts of others: what was last told to the recipient, and until when the next mail waits. */
export function notices(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('notices')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          // Who acts.
          .addColumn('sender_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('topic', 'text', (column) => column.notNull())
          // Empty where the topic is no mark.
          .addColumn('attendance_session_id', 'text', (column) => column.notNull())
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('told', 'text', (column) => column.notNull())
          .addColumn('changed_at', epochMs, (column) => column.notNull())
          // Both are null while no mail waits.
          .addColumn('first_at', epochMs)
          .addColumn('due_at', epochMs),
      )
      await db.schema
        .createIndex('notices_by_subject')
        .on('notices')
        .columns(['account_id', 'sender_id', 'topic', 'attendance_session_id'])
        .unique()
        .execute()
      await db.schema.createIndex('notices_by_sender').on('notices').column('sender_id').execute()
      await sql`create index notices_due on notices (due_at) where due_at is not null`.execute(db)

      await db.schema.alterTable('outbox').addColumn('notice_id', 'text').execute()
      // 1: the mail is dropped when it would tell nothing new. Null and 0: it is always sent.
      await db.schema.alterTable('outbox').addColumn('only_news', 'integer').execute()
      await sql`create index outbox_by_notice on outbox (notice_id) where notice_id is not null`.execute(db)
    },
  }
}
