import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Why a passkey is suspect: its counter, or its backup eligibility. */
export function suspectCauses(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Null in rows of earlier versions, which knew the counter alone.
      await db.schema.alterTable('passkeys').addColumn('suspect_because', 'text').execute()
    },
  }
}
