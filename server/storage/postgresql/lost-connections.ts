import type { Pool } from 'pg'

/**
 * A broken connection is an error only of the query that it runs. In two cases there is no query: idle in the pool,
 * which calls `onLost`; and between two queries of a transaction, where the next query fails.
 */
export function surviveLostConnections(pool: Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost)
  // Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined))
}
