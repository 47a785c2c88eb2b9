import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { isOutdatedPlan, isUnknownStatement } from '../engine-errors.ts'
import { poolClient } from './pool-client.ts'

/** Gives statements names: PostgreSQL parses and plans a named statement once per connection, any other at each use. */
export type NamedStatements = {
  /** Gives the statement a name from now on. Only for a small number of texts. */
  readonly add: (text: string) => void
  /** The connection, with names for the added statements. */
  readonly wrap: (client: PoolClient) => PostgresPoolClient
}

/**
 * A name is made from the statement's text: behind a pooler another process may come upon it, and must find the same
 * statement there. A newer version of the program may change a table while this one runs. A
 * kept plan then fails without any effect: from there on all statements have new names, and the next try is planned
 * again.
 */
export function createNamedStatements(): NamedStatements {
  const names = new Map<string, string>()
  let generation = 0

  /** Of each connection, the query by which the engine learns a name, until it is answered. */
  const learning = new WeakMap<PoolClient, Map<string, Promise<unknown>>>()

  async function queryByName(client: PoolClient, statement: string, text: string, values: readonly unknown[]) {
    const used = generation
    const name = `${statement}.${used}`
    const onClient = learning.get(client) ?? new Map<string, Promise<unknown>>()
    learning.set(client, onClient)
    const first = onClient.get(name)
    const answer = client.query({ name, text, values: [...values] })
    if (!first) onClient.set(name, answer)
    try {
      return await answer
    } catch (error) {
      // Sent together with the query that failed to give the name: that one knows why.
      if (isUnknownStatement(error)) await first
      if (isOutdatedPlan(error) && used === generation) generation += 1
      throw error
    } finally {
      if (!first) onClient.delete(name)
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
      return poolClient(query, (destroy) => client.release(destroy))
    },
  }
}

/** 128 bits of a hash: short on the wire, and no two texts share it. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
