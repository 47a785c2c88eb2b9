import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Paired screens, and the browsers that ask to become one. */
export function screens(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finishKeyed, finish } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('screen_pairings')
          .addColumn('code', 'text', (column) => column.primaryKey())
          .addColumn('token_hash', 'text', (column) => column.notNull().unique())
          .addColumn('public_key', 'text', (column) => column.notNull())
          .addColumn('address_prefix', 'text', (column) => column.notNull())
          .addColumn('user_agent', 'text', (column) => column.notNull())
          .addColumn('asked_at', epochMs, (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull()),
      )
      await db.schema.createIndex('screen_pairings_by_end').on('screen_pairings').column('expires_at').execute()
      await finish(
        db.schema
          .createTable('screens')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('organisation_id', 'text', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('token_hash', 'text', (column) => column.notNull().unique())
          .addColumn('public_key', 'text', (column) => column.notNull())
          .addColumn('address_prefix', 'text', (column) => column.notNull())
          .addColumn('user_agent', 'text', (column) => column.notNull())
          .addColumn('approved_at', epochMs, (column) => column.notNull())
          .addColumn('ends_at', epochMs, (column) => column.notNull())
          // Of its newest request.
          .addColumn('last_seen_at', epochMs)
          .addColumn('counter', epochMs, (column) => column.notNull())
          .addColumn('signature', 'text', (column) => column.notNull())
          // Null while it was not ended before its time.
          .addColumn('ended_because', 'text'),
      )
      await db.schema.createIndex('screens_by_organisation').on('screens').column('organisation_id').execute()
      await db.schema.createIndex('screens_by_end').on('screens').column('ends_at').execute()
    },
  }
}
