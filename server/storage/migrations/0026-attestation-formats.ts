import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The format of the attestation that came with a passkey (WebAuthn L3 §8). */
export function attestationFormats(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Null where an earlier version registered the passkey.
      await db.schema.alterTable('passkeys').addColumn('attestation_format', 'text').execute()
    },
  }
}
