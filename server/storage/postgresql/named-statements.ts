import { createHash } from 'node:crypto'
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
 * A name is made from the statement's text: behind a pooler another process may come upon it, and must find the same
 * statement there. A newer version of the program may change a table beside us, and a plan that was kept for it fails then,
 * having done nothing: from there on all statements have new names, and the next try is planned anew.
 */
export function createNamedStatements(): NamedStatements {
  const names = new Map<string, string>()
  let generation = 0

  async function queryByName(client: PoolClient, name: string, text: string, values: readonly unknown[]) {
    const used = generation
    try {
      return await client.query({ name: `${name}.${used}`, text, values: [...values] })
    } catch (error) {
      if (isOutdatedPlan(error) && used === generation) generation += 1
      throw error
    }
  }

  return {
    add(text) {
      if (!names.has(text)) names.set(text, nameOf(text))
    },
    wrap(client) {
      const query = (text: string, values: readonly unknown[]) => {
        const name = names.get(text)
        return name === undefined ? client.query(text, [...values]) : queryByName(client, name, text, values)
      }
      return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
    },
  }
}

/** 128 bits of a hash: short on the wire, and no two texts share it. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
