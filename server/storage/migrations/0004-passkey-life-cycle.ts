import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** The states of a passkey after its registration: held, suspect, removed, replaced by a recovery code. */
export function passkeyLifeCycle(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs, finish, finishKeyed } = tableKinds(engine)

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('passkeys').addColumn('suspect_since', epochMs).execute()
      await db.schema.alterTable('passkeys').addColumn('held_until', epochMs).execute()
      // Few passkeys are held at a time; every organisation's dashboard asks for them.
      await sql`create index passkeys_held on passkeys (held_until) where held_until is not null`.execute(db)
      await db.schema.alterTable('sessions').addColumn('enrolment', 'text').execute()
      await db.schema
        .alterTable('login_proofs')
        .addColumn('proved_by', 'text', (column) => column.notNull().defaultTo('passkey'))
        .execute()
      await finish(
        db.schema
          .createTable('removed_passkeys')
          .addColumn('credential_id', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('removed_at', epochMs, (column) => column.notNull()),
      )
      await db.schema.createIndex('removed_passkeys_by_account').on('removed_passkeys').column('account_id').execute()
      await finishKeyed(
        db.schema
          .createTable('passkey_confirmations')
          .addColumn('credential_id', 'text', (column) =>
            column.notNull().references('passkeys.credential_id').onDelete('cascade'),
          )
          .addColumn('organisation_id', 'text', (column) =>
            column.notNull().references('organisations.id').onDelete('cascade'),
          )
          .addColumn('confirmed_at', epochMs, (column) => column.notNull())
          .addPrimaryKeyConstraint('passkey_confirmations_key', ['credential_id', 'organisation_id']),
      )
      await db.schema
        .createIndex('passkey_confirmations_by_organisation')
        .on('passkey_confirmations')
        .column('organisation_id')
        .execute()
      await finish(
        db.schema
          .createTable('recovery_codes')
          .addColumn('code_hash', 'text', (column) => column.primaryKey())
          .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
          .addColumn('created_at', epochMs, (column) => column.notNull())
          .addColumn('expires_at', epochMs),
      )
      await db.schema.createIndex('recovery_codes_by_account').on('recovery_codes').column('account_id').execute()
    },
  }
}
