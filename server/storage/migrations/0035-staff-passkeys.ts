import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** New passkeys of people of an institute, in place of lost ones, that its owners have confirmed. */
export function staffPasskeys(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finishKeyed } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await finishKeyed(
        db.schema
          .createTable('staff_passkey_confirmations')
          .addColumn('credential_id', 'text', (column) =>
            column.notNull().references('passkeys.credential_id').onDelete('cascade'),
          )
          .addColumn('organisation_id', 'text', (column) =>
            column.notNull().references('organisations.id').onDelete('cascade'),
          )
          .addColumn('confirmed_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('staff_passkey_confirmations_key', ['credential_id', 'organisation_id']),
      )
      await db.schema
        .createIndex('staff_passkey_confirmations_by_organisation')
        .on('staff_passkey_confirmations')
        .column('organisation_id')
        .execute()
    },
  }
}
