import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartError } from '../config/start-error.ts'
import { toStartError } from '../storage/open-database.ts'
import { flush } from '../storage/sqlite/flush.ts'
import { checkIntegrity } from './check-integrity.ts'

/** All pages in one step: with several steps, each commit would restart the copy. */
const allPages = 2_147_483_647

/**
 * Copies the embedded database at one moment while it is in use, and checks the copy. Writers need not wait. Only the
 * owner may read the copy. Throws StartError, and leaves nothing behind, when the copy is not sound.
 */
export async function backUp(databaseFile: string, target: string): Promise<void> {
  refuseMissing(databaseFile)
  if (existsSync(target)) throw new StartError(`${target} is there already, and is not overwritten.`)
  const unfinished = `${target}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    closeSync(openSync(unfinished, 'wx', 0o600))
    const source = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 })
    try {
      await backup(source, unfinished, { rate: allPages })
    } finally {
      source.close()
    }
    makeOneFile(unfinished)
    checkIntegrity(unfinished)
    flush(unfinished)
    renameSync(unfinished, target)
    flush(dirname(target))
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished)
    throw toStartError(`${target} could not be written`, error)
  }
}

/** Throws StartError when there is no embedded database: DATA_DIR may differ from the server's. */
export function refuseMissing(databaseFile: string): void {
  if (!existsSync(databaseFile)) throw new StartError(`There is no database at ${databaseFile}.`)
}

/** Takes the copy out of WAL mode: otherwise opening it would make a log file beside it. */
export function makeOneFile(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}
