import type { OpenStorage, StorageOptions } from './opened-storage.ts'
import { openPostgresql } from './postgresql/open-postgresql.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/** Opens the database, brings its tables up to date and returns all stores. */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const { database, clockOffset = () => 0, onLostConnection = () => undefined } = options
  const { onMailQueued = () => undefined, refusesUnsafeSettings = false, isServer = false, answerTimeoutMs } = options
  const upgrade = { ...options.patience, acceptsExpansions: isServer }
  return 'url' in database
    ? openPostgresql({
        location: database,
        clockOffset,
        onLostConnection,
        onMailQueued,
        refusesUnsafeSettings,
        answerTimeoutMs,
        upgrade,
      })
    : openSqlite({ file: database.file, clockOffset, onMailQueued, isServer, upgrade })
}
