import pg from 'pg'
import { surviveLostConnections } from '#server/storage/postgresql/lost-connections.ts'

/**
 * One connection to PostgreSQL in a pool. It may still be closing when the pool has ended: when its database is dropped at
 * that moment, the engine's last word on it is no error of a test.
 */
export function openPool(connectionString: string | undefined): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 })
  surviveLostConnections(pool, () => undefined)
  return pool
}
