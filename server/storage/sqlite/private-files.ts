import { closeSync, openSync, statSync } from 'node:fs'
import { factsOf } from '../../domain/error-facts.ts'

/** The files that the engine keeps beside a database. It gives them the mode of the database. */
const suffixes = ['', '-wal', '-shm', '-journal']
const othersMask = 0o007

/** Makes an empty file that only its owner may read, before it gets any data. An existing file stays as it is. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (factsOf(error).code !== 'EEXIST') throw error
  }
}

/**
 * Throws, with the command that fixes it, when every user of the machine may read a database or a file beside it. Its
 * group may: Rollkey never allows it, but an operator can, and some container platforms do at each start. Windows has
 * no such modes.
 */
export function refuseOpenFiles(databaseFile: string): void {
  if (process.platform === 'win32') return
  for (const suffix of suffixes) {
    const file = `${databaseFile}${suffix}`
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile() || (found.mode & othersMask) === 0) continue
    throw new Error(`every user of this machine may use ${file}: run \`chmod 600 ${quote(databaseFile)}*\` first.`)
  }
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
