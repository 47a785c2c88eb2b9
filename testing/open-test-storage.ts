import { join } from 'node:path'
import { openStorage } from '#server/storage/open-storage.ts'
import type { OpenStorage, StorageOptions } from '#server/storage/opened-storage.ts'
import { createDatabaseWithTables, type Engine, type TestDatabase } from './create-database.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { readTables, type Tables } from './read-tables.ts'

export { makeAccount } from './make-account.ts'

/** A database on which several storages can be opened, as by several processes. */
export type TestStorage = {
  readonly database: TestDatabase
  readonly clock: ManualClock
  readonly open: (options?: Pick<StorageOptions, 'onMailQueued'>) => Promise<OpenStorage>
  readonly readTables: () => Promise<Tables>
  /** Closes the opened storages and drops the database. */
  readonly close: () => Promise<void>
}

/** `given`: another database than a new one with tables. */
export async function createTestStorage(engine: Engine, given?: TestDatabase): Promise<TestStorage> {
  const database = given ?? (await createDatabaseWithTables(engine))
  const clock = createManualClock()
  const opened: OpenStorage[] = []
  const { dataDir, databaseUrl } = database
  return {
    database,
    clock,
    readTables: () => readTables(database),
    async open(options = {}) {
      const where = databaseUrl === undefined ? { file: join(dataDir, 'rollkey.sqlite') } : { url: databaseUrl }
      const storage = await openStorage({ ...options, database: where, clockOffset: clock.offset })
      opened.push(storage)
      return storage
    },
    async close() {
      for (const storage of opened) await storage.close()
      await database.drop()
    },
  }
}
