import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { Problem } from '../../domain/problem.ts'

/** Refuses a request at once that would wait behind too many others for a connection: they would all only time out together. */
export function boundWaiting(pool: Pool, maxWaiting: number, connect: () => Promise<PostgresPoolClient>): PostgresPool {
  return {
    async connect() {
      if (pool.waitingCount >= maxWaiting) throw new Problem('general_service_unavailable')
      return connect()
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
