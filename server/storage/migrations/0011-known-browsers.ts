import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/**
 * Browsers that have logged in to an account before: their password tries are counted apart from those of strangers.
 */
export function knownBrowsers(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finish(
        db.schema
          .createTable('known_browsers')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('token_hash', 'text', (column) => column.notNull())
          .addColumn('expires_at', epochMs, (column) => column.notNull())
          // Several accounts may know one browser, under the same token.
          .addUniqueConstraint('known_browsers_one_each', ['token_hash', 'account_id']),
      )
      await db.schema.createIndex('known_browsers_by_account').on('known_browsers').column('account_id').execute()
    },
  }
}
