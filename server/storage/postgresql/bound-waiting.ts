import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { Problem } from '../../domain/problem.ts'

/**
 * Refuses at once whoever would wait behind too many others for a connection: they would all only time out together.
 * `wrap`: what is done to a connection before it is handed out.
 */
export function boundWaiting(
  pool: Pool,
  maxWaiting: number,
  wrap: (client: PoolClient) => PostgresPoolClient = (client) => client,
): PostgresPool {
  return {
    async connect() {
      if (pool.waitingCount >= maxWaiting) throw new Problem('general_service_unavailable')
      return wrap(await pool.connect())
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
