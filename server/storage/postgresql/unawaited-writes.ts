import type { Writable } from 'node:stream'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { poolClient } from './pool-client.ts'

/**
 * Within a transaction, writes whose answers are not needed are sent and not waited for: they travel with the next
 * query, or at the latest with the commit. The commit completes only when all of them have.
 */
export type UnawaitedWrites = {
  /** From now on this statement is not waited for within a transaction. Only for a small number of texts. */
  readonly add: (text: string) => void
  /** `client`, over a connection in pg's pipeline mode, which sends the added writes so. */
  readonly wrap: (connection: PoolClient, client: PostgresPoolClient) => PostgresPoolClient
}

type Query = (text: string, values: readonly unknown[]) => Promise<Answer>
type Answer = PostgresQueryResult<unknown>

/** Returned in place of the answer that is still to come. */
const unknownAnswer: Answer = { command: 'UPDATE', rowCount: 0, rows: [] }

export function createUnawaitedWrites(): UnawaitedWrites {
  const texts = new Set<string>()
  return {
    add: (text) => void texts.add(text),
    wrap({ connection }, client) {
      const ask: Query = (text, values) => client.query<unknown>(text, values)
      let transaction: OpenTransaction | undefined
      const query: Query = (text, values) => {
        if (text.startsWith('begin')) transaction = new OpenTransaction(connection.stream)
        const current = transaction
        if (!current) return sendWithNext(connection.stream, () => ask(text, values))
        if (text.startsWith('begin') || texts.has(text)) return current.send(() => ask(text, values))
        if (text === 'commit' || text === 'rollback') transaction = undefined
        return text === 'rollback' ? current.rollBack(() => ask(text, values)) : current.settle(() => ask(text, values))
      }
      return poolClient(query, (destroy) => client.release(destroy))
    },
  }
}

function holdBack(stream: Writable): void {
  if (stream.writableCorked === 0) stream.cork()
}

/** Queries that start in the same moment need one system call, and are one flight to the engine. */
function sendWithNext(stream: Writable, ask: () => Promise<Answer>): Promise<Answer> {
  holdBack(stream)
  const answer = ask()
  process.nextTick(() => {
    if (stream.writableCorked > 0) stream.uncork()
  })
  return answer
}

type Failure = { readonly error: unknown }

class OpenTransaction {
  readonly #stream: Writable
  /** The first error of all queries so far, once all of them are answered. */
  #failure: Promise<Failure | undefined> = Promise.resolve(undefined)

  constructor(stream: Writable) {
    this.#stream = stream
  }

  /** Held back until the next query, so that both need one system call. */
  async send(ask: () => Promise<Answer>): Promise<Answer> {
    void this.#hold(ask)
    return unknownAnswer
  }

  /**
   * A query whose answer is needed. Answers come in the order of the queries, so all earlier ones are answered before
   * it. Throws the first error; to everything after it the engine only answers that the transaction is aborted.
   */
  async settle(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#ask(ask)
    const failure = await this.#failure
    if (failure) throw failure.error
    return answer
  }

  /** Reports no earlier error: the transaction is rolled back anyway. */
  rollBack(ask: () => Promise<Answer>): Promise<Answer> {
    return this.#ask(ask)
  }

  /** Everything that was held back goes with it, and so do queries that start in the same moment. */
  #ask(ask: () => Promise<Answer>): Promise<Answer> {
    return sendWithNext(this.#stream, () => this.#hold(ask))
  }

  #hold(ask: () => Promise<Answer>): Promise<Answer> {
    holdBack(this.#stream)
    const answer = ask()
    const own = answer.then(
      () => undefined,
      (error: unknown): Failure => ({ error }),
    )
    this.#failure = this.#failure.then((earlier) => earlier ?? own)
    return answer
  }
}
