import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { foundation } from './migrations/0001-foundation.ts'
import type { Schema } from './schema.ts'

/** Runs the migrations that this database has not seen. Several processes may start at once: one migrates, the others wait. */
export async function migrateToLatest(db: Kysely<Schema>, engine: 'sqlite' | 'postgresql'): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-foundation': foundation(engine) }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
