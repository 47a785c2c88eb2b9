import { join } from 'node:path'
import type { DatabasePlace } from '../storage/open-storage.ts'
import type { Config } from './config.ts'

/** Where the embedded engine keeps everything. */
export function embeddedFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'rollkey.sqlite')
}

/** The database that the configuration names. */
export function databaseOf(config: Pick<Config, 'dataDir' | 'databaseUrl'>): DatabasePlace {
  const { databaseUrl } = config
  return databaseUrl === undefined ? { file: embeddedFile(config) } : { url: databaseUrl }
}
