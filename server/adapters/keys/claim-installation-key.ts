import { existsSync } from 'node:fs'
import { StartError } from '../../config/start-error.ts'
import { findNamedKey, nameKey } from '../../domain/installation-keys/name-key.ts'
import type { NamedKey } from '../../domain/installation-keys/stores.ts'
import type { Storage } from '../../domain/ports.ts'
import { idOf } from './installation-key.ts'
import { readKeyFile } from './key-file.ts'

type Secrets = readonly [Buffer, ...Buffer[]]

/**
 * The secrets of the key file, when the database names the key for which it stands, or none yet. Where the database names
 * a key, no file is made. Throws StartError for a file of another key, and for one that is missing.
 */
export async function claimInstallationKey(storage: Storage, file: string): Promise<Secrets> {
  // Read first: a process that names a key has made its file before.
  const named = await findNamedKey(storage)
  if (named !== undefined && !existsSync(file)) throw new StartError(describeMissing(file, named))
  const secrets = readKeyFile(file)
  const ids = idsOf(secrets)
  const { named: wanted, outcome } = await nameKey(storage, ids, 'use')
  if (outcome === 'unknown') throw new StartError(describeUnknown(file, wanted, ids))
  if (outcome === 'former-first') throw new StartError(describeFormerFirst(file, wanted, ids))
  return secrets
}

/** Lets the database name the newest key of the key file, which is made where it is missing. Throws StartError. */
export async function replaceInstallationKey(
  storage: Storage,
  file: string,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const act: NamedKey['act'] = 'replace'
  const { named: id, outcome } = await nameKey(storage, idsOf(readKeyFile(file)), act)
  return { id, isNew: outcome === 'added' }
}

function idsOf([newest, ...others]: Secrets): [string, ...string[]] {
  return [idOf(newest), ...others.map(idOf)]
}

const wayOut =
  "give this process the file that the others have, or the one of your backup, or give the former key up with `npm run operator -- new-key` (docs/operation.md, 'The installation key')."

const describeMissing = (file: string, named: string): string =>
  `The key file ${file} is not there, and the database names the installation key ${named}. Processes with different keys refuse each other's room codes: ${wayOut}`

const describeUnknown = (file: string, named: string, ids: readonly string[]): string =>
  `The database names the installation key ${named}, and ${file} holds ${ids.join(', ')}. Processes with different keys refuse each other's room codes: ${wayOut}`

const describeFormerFirst = (file: string, named: string, [newest]: readonly string[]): string =>
  `The key file ${file} begins with the installation key ${newest}, which ${named} has followed: put the line of ${named} first (docs/operation.md, 'The installation key').`
