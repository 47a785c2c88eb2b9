import type { SelectQueryBuilder } from 'kysely'
import type { Handle } from './handle.ts'

/**
 * Locks the selected rows until the transaction ends. `lock` says which of them, and how; all of them for an update when
 * left out. SQLite needs no word for it: its transactions begin immediate, so there is one writer at a time anyhow.
 */
export function withRowLocks<Database, Tables extends keyof Database, Row>(
  { engine }: Pick<Handle, 'engine'>,
  query: SelectQueryBuilder<Database, Tables, Row>,
  lock: (query: SelectQueryBuilder<Database, Tables, Row>) => SelectQueryBuilder<Database, Tables, Row> = (all) =>
    all.forUpdate(),
): SelectQueryBuilder<Database, Tables, Row> {
  return engine === 'postgresql' ? lock(query) : query
}
