import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** The head of the audit log when a passkey was registered. */
export function passkeyPlaces(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Both are null where an earlier version registered the passkey. Position 0 and an empty hash: nothing was sealed.
      await db.schema.alterTable('passkeys').addColumn('log_position', epochMs).execute()
      await db.schema.alterTable('passkeys').addColumn('log_hash', 'text').execute()
    },
  }
}
