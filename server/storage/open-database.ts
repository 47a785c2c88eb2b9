import type { Config } from '../config/config.ts'
import { databaseOf } from '../config/database-location.ts'
import { StartError } from '../config/start-error.ts'
import { awaitDatabase } from './await-database.ts'
import { describeEngineReason, isAccessRefusal } from './engine-errors.ts'
import { openStorage } from './open-storage.ts'
import type { OpenStorage, StorageOptions } from './opened-storage.ts'

type OpenOptions = Pick<StorageOptions, 'clockOffset' | 'onLostConnection' | 'onMailQueued' | 'isServer'> & {
  /** Gets one line when PostgreSQL is not there yet and is waited for. Without it the first failure is the last. */
  readonly onWait?: (line: string) => void
  /** Gets one line when the tables cannot be brought up to date yet, or are of a newer version. */
  readonly print?: (line: string) => void
}

/** Opens the configured database. Throws StartError when it cannot be reached or opened. */
export async function openDatabase(
  config: Config,
  { onWait, print, ...options }: OpenOptions = {},
): Promise<OpenStorage> {
  const database = databaseOf(config)
  const patience = { patienceMs: config.startTimeoutMs, print }
  const refusesUnsafeSettings = config.environment === 'production'
  const open = () => openStorage({ ...options, database, refusesUnsafeSettings, patience })
  try {
    if (!('url' in database) || onWait === undefined) return await open()
    return await awaitDatabase(open, {
      timeoutMs: config.startTimeoutMs,
      onWait: (reason) => onWait(`Waiting for the database of DATABASE_URL: ${describeEngineReason(reason)}`),
    })
  } catch (cause) {
    if (!('file' in database)) throw toStartError('The database of DATABASE_URL could not be opened', cause)
    const failure = toStartError(`The database file ${database.file} could not be opened`, cause)
    if (!isAccessRefusal(cause)) throw failure
    // The engine does not name the file: it may be the log beside it, written by a command that root has run.
    throw new StartError(
      `${failure.message}; ${config.dataDir} and what is in it must be writable for the user that runs this.`,
    )
  }
}

/** One line that says what failed and why. A StartError has such a line already, and is returned as it is. */
export function toStartError(what: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  return new StartError(`${what}: ${describeEngineReason(cause)}`, { cause })
}
