import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../config/start-error.ts'
import { factsOf, messageOf } from '../../domain/error-facts.ts'
import { makeDataFolder } from '../../storage/sqlite/data-folder.ts'
import { flush } from '../../storage/sqlite/flush.ts'

const secretBytes = 32
const othersMask = 0o007

/**
 * Reads the secrets of this installation, one base64url text of 32 bytes a line, the newest first. The first start makes
 * the file, for its owner alone (0600); of processes that start at once, one makes it. Throws StartError for a file that
 * every user of the machine may read, or that holds anything else.
 */
export function readKeyFile(file: string): [Buffer, ...Buffer[]] {
  try {
    makeKeyFile(file)
    refuseOpenFile(file)
    const [newest, ...others] = readFileSync(file, 'utf8').split('\n').map(readLine).filter(isKey)
    if (newest) return [newest, ...others]
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The installation key ${file} cannot be read: ${messageOf(error)}`)
  }
  throw new StartError(`${file} holds no installation key: a line of 32 bytes in base64url.`)
}

/** Written beside it first: no process ever reads half a file. */
function makeKeyFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) return
  makeDataFolder(dirname(file))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(secretBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
    // The database will name the key: a power cut must not take the file alone.
    if (process.platform !== 'win32') flush(dirname(file))
  } catch (error) {
    if (factsOf(error).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Windows has no such modes. */
function refuseOpenFile(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & othersMask) === 0) return
  throw new StartError(`every user of this machine may use ${file}: run \`chmod 600\` on it first.`)
}

/** Undefined for an empty line. */
function readLine(line: string): Buffer | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== secretBytes || bytes.toString('base64url') !== text) {
    throw new StartError('The file of the installation key has a line that is not 32 bytes in base64url.')
  }
  return bytes
}

const isKey = (key: Buffer | undefined): key is Buffer => key !== undefined
