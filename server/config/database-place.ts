import { join } from 'node:path'
import type { Config } from './config.ts'

/** The embedded database's file, or where PostgreSQL is. */
export type DatabasePlace = { readonly file: string } | { readonly url: string }

/** Where the embedded engine keeps everything. */
export function embeddedFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'rollkey.sqlite')
}

/** The database that the configuration names. */
export function databaseOf(config: Pick<Config, 'dataDir' | 'databaseUrl'>): DatabasePlace {
  const { databaseUrl } = config
  return databaseUrl === undefined ? { file: embeddedFile(config) } : { url: databaseUrl }
}
