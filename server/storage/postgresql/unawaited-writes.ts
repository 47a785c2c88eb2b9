import type { Writable } from 'node:stream'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'

/**
 * Inside a transaction, writes whose answers nobody needs are sent and not waited for: they travel together with the next
 * question, at the latest with the commit, which is only done when all of them are.
 */
export type UnawaitedWrites = {
  /** From now on nobody waits for this statement inside a transaction. For texts of which there are few. */
  readonly add: (text: string) => void
  /** `client`, over a connection of pg's pipeline mode, with the writes that were added sent so. */
  readonly wrap: (connection: PoolClient, client: PostgresPoolClient) => PostgresPoolClient
}

type Query = (text: string, values: readonly unknown[]) => Promise<Answer>
type Answer = PostgresQueryResult<unknown>

/** Stands in for the answer that is still to come. */
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
        if (!current) return ask(text, values)
        if (text.startsWith('begin') || texts.has(text)) return current.send(() => ask(text, values))
        if (text === 'commit' || text === 'rollback') transaction = undefined
        return text === 'rollback' ? current.rollBack(() => ask(text, values)) : current.settle(() => ask(text, values))
      }
      return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
    },
  }
}

type Failure = { readonly error: unknown }

class OpenTransaction {
  readonly #stream: Writable
  /** What failed first of all that was asked until now, as soon as all of it is answered. */
  #failure: Promise<Failure | undefined> = Promise.resolve(undefined)

  constructor(stream: Writable) {
    this.#stream = stream
  }

  /** Held back until the next question, so that both cost one call of the system. */
  async send(ask: () => Promise<Answer>): Promise<Answer> {
    void this.#hold(ask)
    return unknownAnswer
  }

  /**
   * A question whose answer is needed. Answers come in the order of the questions: with this one, all that was sent before
   * it is answered. Throws what failed first; of everything after it the engine only says that the transaction is aborted.
   */
  async settle(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#ask(ask)
    const failure = await this.#failure
    if (failure) throw failure.error
    return answer
  }

  /** Reports no earlier failure: the transaction is rolled back anyway. */
  rollBack(ask: () => Promise<Answer>): Promise<Answer> {
    return this.#ask(ask)
  }

  /** Everything that was held back goes with it, and so do the questions that are asked in the same moment. */
  #ask(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#hold(ask)
    process.nextTick(() => {
      if (this.#stream.writableCorked > 0) this.#stream.uncork()
    })
    return answer
  }

  #hold(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#stream.writableCorked === 0) this.#stream.cork()
    const answer = ask()
    const own = answer.then(
      () => undefined,
      (error: unknown): Failure => ({ error }),
    )
    this.#failure = this.#failure.then((earlier) => earlier ?? own)
    return answer
  }
}
