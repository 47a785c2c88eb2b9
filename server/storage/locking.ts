import type { SelectQueryBuilder } from 'kysely'
import type { Handle } from './handle.ts'

/**
 * Locks the selected rows until the transaction ends. `lock` says which rows, and how; without it all are locked for an
 * update. SQLite needs no clause: its transactions begin immediate, so there is always only one writer.
 */
export function withRowLocks<Database, Tables extends keyof Database, Row>(
  { engine }: Pick<Handle, 'engine'>,
  query: SelectQueryBuilder<Database, Tables, Row>,
  lock: (query: SelectQueryBuilder<Database, Tables, Row>) => SelectQueryBuilder<Database, Tables, Row> = (all) =>
    all.forUpdate(),
): SelectQueryBuilder<Database, Tables, Row> {
  return engine === 'postgresql' ? lock(query) : query
}
