import { createReadStream, createWriteStream, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../config/start-error.ts'
import { toStartError } from '../storage/open-database.ts'
import { openStorage } from '../storage/open-storage.ts'
import { lockDataFolder, makeDataFolder } from '../storage/sqlite/data-folder.ts'
import { flush } from '../storage/sqlite/flush.ts'
import type { Forgotten } from '../storage/upkeep/forget-secrets.ts'
import { makeOneFile } from './back-up.ts'
import { checkIntegrity } from './check-integrity.ts'

/**
 * A database and the files that the engine keeps beside it: the log of another database would be applied to this one.
 */
const suffixes = ['', '-wal', '-shm', '-journal']

/**
 * Puts a backup in the place of the embedded database, brings its tables up to date and forgets its secrets. Nothing is
 * overwritten: if there is a database, in use or not, it throws StartError. Returns what was forgotten.
 */
export async function restore(backupFile: string, databaseFile: string): Promise<Forgotten> {
  if (!existsSync(backupFile)) throw new StartError(`There is no file ${backupFile}.`)
  if (!statSync(backupFile).isFile()) {
    throw new StartError(`${backupFile} is not a file: name the one that a backup was written to.`)
  }
  const present = suffixes.map((suffix) => `${databaseFile}${suffix}`).find((file) => existsSync(file))
  if (present !== undefined) {
    throw new StartError(`${present} is there already. Stop the server, and move away what stands in DATA_DIR, first.`)
  }
  checkIntegrity(backupFile)
  const folder = dirname(databaseFile)
  try {
    makeDataFolder(folder)
    // A server whose database was moved away still writes to the moved file.
    const unlock = lockDataFolder(folder)
    try {
      return await putInPlace(backupFile, databaseFile)
    } finally {
      unlock()
    }
  } catch (cause) {
    throw toStartError(`${backupFile} could not be restored`, cause)
  }
}

async function putInPlace(backupFile: string, databaseFile: string): Promise<Forgotten> {
  const unfinished = `${databaseFile}.restoring`
  const remove = () => {
    for (const suffix of suffixes) rmSync(`${unfinished}${suffix}`, { force: true })
  }
  remove()
  try {
    // Not by copyFile, which would give the copy the mode of the backup.
    await pipeline(createReadStream(backupFile), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    const storage = await openStorage({ database: { file: unfinished } })
    const forgotten = await storage.forgetSecrets()
    await storage.close()
    makeOneFile(unfinished)
    flush(unfinished)
    // Fails if another process has made it first, which renaming would not.
    linkSync(unfinished, databaseFile)
    flush(dirname(databaseFile))
    return forgotten
  } finally {
    remove()
  }
}
