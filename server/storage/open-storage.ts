import type { LimitCounters } from '../domain/limits/limits.ts'
import type { Storage } from '../domain/ports.ts'
import { openPostgresql } from './open-postgresql.ts'
import { openSqlite } from './open-sqlite.ts'

export type StorageOptions = {
  /** The embedded database's file, or where PostgreSQL is. */
  readonly database: { readonly file: string } | { readonly url: string }
  /** Milliseconds added to the database's clock: tests move time with it. */
  readonly clockOffset?: () => number
  /** Told when a connection that nobody was using breaks. */
  readonly onLostConnection?: (error: Error) => void
}

export type OpenStorage = Storage & {
  /** Request counters shared by all processes; undefined on the embedded engine, which has one process. */
  readonly sharedCounters: LimitCounters | undefined
  /** A secret of this installation, made at its first start. */
  readonly secret: (name: string, create: () => string) => Promise<string>
  readonly purgeExpired: () => Promise<void>
}

/** Opens the database, brings its tables up to date and returns everything that is stored in it. */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const { database, clockOffset = () => 0, onLostConnection = () => undefined } = options
  return 'url' in database
    ? openPostgresql(database.url, clockOffset, onLostConnection)
    : openSqlite(database.file, clockOffset)
}
