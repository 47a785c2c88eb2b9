import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { tableKinds } from './table-kinds.ts'

/** Ceremonies at the screen whose challenge is made of facts, and what the student signed beside the presence proof. */
export function signedProofs(engine: 'sqlite' | 'postgresql'): Migration {
  const { epochMs } = tableKinds(engine)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      // Both are null where the challenge is random.
      await db.schema.alterTable('ceremonies').addColumn('nonce', 'text').execute()
      await db.schema.alterTable('ceremonies').addColumn('begun_at', epochMs).execute()
      // JSON; null for a ceremony that an earlier version began.
      await db.schema.alterTable('presence_proofs').addColumn('signed', 'text').execute()
    },
  }
}
