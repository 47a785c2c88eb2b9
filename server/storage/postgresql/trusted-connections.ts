import type { PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isServerGone, UnreplicatedCommit } from '../engine-errors.ts'
import { poolClient } from './pool-client.ts'

/** PostgreSQL's function that waits for a standby. It warns when its wait was cancelled: the commit stands on one machine only. */
const standbyWait = 'SyncRepWaitForLSN'

/** Hands out only connections of which no other one has shown that their server is gone. */
export type TrustedConnections = {
  /** A connection of the pool; those that lead to a lost server are closed on the way. */
  readonly connect: () => Promise<PoolClient>
  /** The connection, closed at its release once it has shown that it cannot be trusted. */
  readonly wrap: (connection: PoolClient, client: PostgresPoolClient) => PostgresPoolClient
}

/**
 * When a server dies, freezes or becomes a standby, no connection to it can be trusted, whether it is in use or waits in
 * the pool. The first query that notices it ends the trust in all that were opened before.
 */
export function trustConnections(pool: Pool): TrustedConnections {
  let generation = 0
  const openedIn = new WeakMap<PoolClient, number>()
  const unreplicated = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    openedIn.set(client, generation)
    client.on('notice', ({ routine }) => {
      if (routine === standbyWait) unreplicated.add(client)
    })
  })
  const isTrusted = (client: PoolClient) => openedIn.get(client) === generation && !unreplicated.has(client)

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect()
        if (isTrusted(client)) return client
        client.release(true)
      }
    },
    wrap(connection, client) {
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          const answer = await client.query(text, values)
          if (unreplicated.has(connection)) throw new UnreplicatedCommit()
          return answer
        } catch (error) {
          if (isServerGone(error) && openedIn.get(connection) === generation) generation += 1
          throw error
        }
      }
      return poolClient(query, () => (isTrusted(connection) ? client.release() : client.release(true)))
    },
  }
}
