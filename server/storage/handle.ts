import type { Kysely } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Schema } from './schema.ts'

/** What a store works on: the database or one transaction of it. */
export type Handle = {
  readonly db: Kysely<Schema>
  readonly engine: 'sqlite' | 'postgresql'
  readonly clock: DatabaseClock
  /** Tells of a change once this handle's transaction is committed. */
  readonly publish: (change: Change) => Promise<void>
}
