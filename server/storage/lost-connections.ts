import type { Pool } from 'pg'

/**
 * A connection that breaks is an error of the query that it runs, and of nothing else. Two cases have no query: idle in the
 * pool, which `onLost` is told, and lent between two queries of a transaction, which the next query will say.
 */
export function surviveLostConnections(pool: Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost)
  // Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined))
}
