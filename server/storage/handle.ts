import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { Engine } from '../domain/ports.ts'
import type { Schema } from './schema.ts'

/**
 * The one clock of all rules: the database's (rules §6). `clock_timestamp()`, not `now()`: the latter stands still from
 * the start of a transaction, and a request that waited for a lock could act too late. The embedded engine runs in this
 * process, so it uses this process's clock.
 */
export type DatabaseClock = {
  /** Epoch ms, within a statement. `readClock` returns the value itself. */
  readonly now: () => RawBuilder<number>
  /** The parts of `now`, for prepared queries: the argument of a run, and the SQL around it. */
  readonly argument: () => number
  readonly from: (argument: unknown) => RawBuilder<number>
}

/** Runs a query whose text is compiled. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** What a store works on: the database, or one transaction of it. */
export type Handle = {
  readonly db: Kysely<Schema>
  /** The same as `db`, for prepared queries. */
  readonly execute: Execute
  readonly engine: Engine
  readonly clock: DatabaseClock
  /** Publishes changes once this handle's transaction is committed. */
  readonly publish: (...changes: readonly Change[]) => Promise<void>
  /** Once this handle's transaction is committed, wakes the mail worker. */
  readonly wakeMailWorker: () => void
}
