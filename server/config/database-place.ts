import { join } from 'node:path'
import type { Config } from './config.ts'

/** The file of the embedded database, or the address of PostgreSQL. */
export type DatabasePlace = { readonly file: string } | { readonly url: string }

/** The folder of the embedded engine. */
export function embeddedFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'rollkey.sqlite')
}

/** The database that the configuration names. */
export function databaseOf(config: Pick<Config, 'dataDir' | 'databaseUrl'>): DatabasePlace {
  const { databaseUrl } = config
  return databaseUrl === undefined ? { file: embeddedFile(config) } : { url: databaseUrl }
}
