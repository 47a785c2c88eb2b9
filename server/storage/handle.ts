import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Change } from '../domain/changes/change-feed.ts'
import type { Engine } from '../domain/ports.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Schema } from './schema.ts'

/** Runs a query whose text is ready. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** What a store works on: the database or one transaction of it. */
export type Handle = {
  readonly db: Kysely<Schema>
  /** The same place as `db`, for queries that were prepared. Started in the same moment, they run in their order. */
  readonly execute: Execute
  /** Runs a change whose result nobody needs. It may fail as late as the commit of its transaction. */
  readonly write: (query: CompiledQuery<unknown>) => Promise<unknown>
  readonly engine: Engine
  readonly clock: DatabaseClock
  /** Tells of a change once this handle's transaction is committed. */
  readonly publish: (change: Change) => Promise<void>
}
