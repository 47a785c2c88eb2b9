import type { PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { isOutdatedPlan } from '../engine-errors.ts'

/** Gives statements names: PostgreSQL parses and plans a named one once per connection, any other at each use. */
export type NamedStatements = {
  /** From now on the statement has a name. For texts of which there are few. */
  readonly add: (text: string) => void
  /** The connection, with the statements on it that were added. */
  readonly wrap: (client: PoolClient) => PostgresPoolClient
}

/**
 * A newer version of the program may change a table beside us, and a plan that was kept for it fails then, having done
 * nothing: from there on all statements have new names, and whoever tries again is planned anew.
 */
export function createNamedStatements(): NamedStatements {
  const numbers = new Map<string, number>()
  let generation = 0

  async function queryByName(client: PoolClient, number: number, text: string, values: readonly unknown[]) {
    const used = generation
    try {
      return await client.query({ name: `${used}.${number}`, text, values: [...values] })
    } catch (error) {
      if (isOutdatedPlan(error) && used === generation) generation += 1
      throw error
    }
  }

  return {
    add(text) {
      if (!numbers.has(text)) numbers.set(text, numbers.size)
    },
    wrap(client) {
      const query = (text: string, values: readonly unknown[]) => {
        const number = numbers.get(text)
        return number === undefined ? client.query(text, [...values]) : queryByName(client, number, text, values)
      }
      return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
    },
  }
}
