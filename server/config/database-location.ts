import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Pooler } from './pooler.ts'
import { StartError } from './start-error.ts'

/** The address of PostgreSQL. */
export type PostgresqlLocation = {
  readonly url: string
  /** `none` by default. */
  readonly pooler?: Pooler
  /** The address of a standby, for what only reads and is no part of a rule. */
  readonly readUrl?: string | undefined
}

/** The file of the embedded database, or PostgreSQL. */
export type DatabaseLocation = { readonly file: string } | PostgresqlLocation

/** The folder of the embedded engine. */
export function embeddedFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'rollkey.sqlite')
}

/** The database that the configuration names. */
export function databaseOf(config: DatabaseSettings): DatabaseLocation {
  const { databaseUrl, databasePooler, databaseReadUrl } = config
  return databaseUrl === undefined
    ? { file: embeddedFile(config) }
    : { url: databaseUrl, pooler: databasePooler, readUrl: databaseReadUrl }
}

type DatabaseSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePooler' | 'databaseReadUrl'>

/**
 * The file of the installation key: beside the embedded database unless the configuration names another. Throws StartError
 * where production runs on PostgreSQL and names none: each of its processes would make a key of its own.
 */
export function keyFileOf(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'environment' | 'keyFile'>): string {
  const { dataDir, databaseUrl, environment, keyFile } = config
  if (keyFile !== undefined) return keyFile
  if (environment === 'production' && databaseUrl !== undefined) {
    throw new StartError(
      'ROLLKEY_KEY_FILE is not set, but in production with PostgreSQL it takes the path of a file that all processes have.',
    )
  }
  return join(dataDir, 'rollkey.key')
}
