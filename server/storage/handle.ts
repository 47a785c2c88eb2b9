import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { Engine } from '../domain/ports.ts'
import type { Schema } from './schema.ts'

/**
 * The one clock of all rules: the database's (rules §6). `clock_timestamp()`, not `now()`: the latter stands still
 * from the start of a transaction and would let somebody who waited for a lock act late. The embedded engine runs in
 * this process, so its clock is this process's.
 */
export type DatabaseClock = {
  /** Epoch ms, inside a statement. Its value alone is given by `readClock`. */
  readonly now: () => RawBuilder<number>
  /** What `now` is made of, for prepared queries: the argument of a run, and what to write with it. */
  readonly argument: () => number
  readonly from: (argument: number) => RawBuilder<number>
}

/** Runs a query whose text is ready. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** What a store works on: the database or one transaction of it. */
export type Handle = {
  readonly db: Kysely<Schema>
  /** The same place as `db`, for queries that were prepared. */
  readonly execute: Execute
  readonly engine: Engine
  readonly clock: DatabaseClock
  /** Tells of a change once this handle's transaction is committed. */
  readonly publish: (change: Change) => Promise<void>
  /** Tells the mail worker, once this handle's transaction is committed, that the outbox has something to send. */
  readonly wakeMailWorker: () => void
}
