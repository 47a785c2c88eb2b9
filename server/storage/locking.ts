import type { SelectQueryBuilder } from 'kysely'
import type { Handle } from './handle.ts'

/**
 * Locks the selected rows until the transaction ends. SQLite needs no word for it: its transactions begin immediate,
 * so there is one writer at a time anyhow.
 */
export function lockingRow<Database, Tables extends keyof Database, Row>(
  handle: Handle,
  query: SelectQueryBuilder<Database, Tables, Row>,
): SelectQueryBuilder<Database, Tables, Row> {
  return handle.engine === 'postgresql' ? query.forUpdate() : query
}
