import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type { Execute } from '../handle.ts'
import type { Schema } from '../schema.ts'

type Waiting = { readonly query: CompiledQuery; readonly outcome: PromiseWithResolvers<QueryResult<unknown>> }

/**
 * Sends queries outside a transaction. Those that a request starts together leave together on one connection, and so wait
 * once; each is a transaction of its own. A query that starts alone waits for no other one.
 */
export function sendTogether(db: Kysely<Schema>): Execute {
  let waiting: Waiting[] = []

  async function send(): Promise<void> {
    const all = waiting
    waiting = []
    const run = async (connection: DatabaseConnection) => {
      await Promise.all(
        all.map((one) => connection.executeQuery(one.query).then(one.outcome.resolve, one.outcome.reject)),
      )
    }
    // Where there is no connection, none of them has begun.
    await db
      .getExecutor()
      .provideConnection(run)
      .catch((error: unknown) => {
        for (const { outcome } of all) outcome.reject(error)
      })
  }

  return <Row>(query: CompiledQuery<Row>) => {
    const outcome = Promise.withResolvers<QueryResult<unknown>>()
    waiting.push({ query, outcome })
    // It comes after all that the same moment still starts.
    if (waiting.length === 1) process.nextTick(() => void send())
    return outcome.promise as Promise<QueryResult<Row>>
  }
}
