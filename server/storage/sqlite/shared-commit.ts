import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NodeSqlite } from './node-sqlite.ts'

/** `full`: on disk when it returns. `brief`: a power cut may undo it (storage.briefTransaction). */
export type Durability = 'full' | 'brief'

export type SharedCommit = {
  /** Runs `work` in a transaction of its own; settles when that is committed, or undone. */
  readonly transact: <T>(durability: Durability, work: () => Promise<T>) => Promise<T>
  /** What a statement outside of all transactions has to wait for; undefined when it may run now. */
  readonly busy: () => Promise<void> | undefined
  /** Resolves when nothing runs and nothing waits. */
  readonly finish: () => Promise<void>
}

type Waiting = {
  readonly durability: Durability
  readonly work: () => Promise<unknown>
  readonly settled: PromiseWithResolvers<unknown>
}

/** Tells the caller what became of the transaction. */
type Answer = () => void

/**
 * Transactions of the one connection that the embedded engine has. Those that requests ask for in the same turn of the
 * event loop run one after the other, each within a savepoint, and share one commit, because what a commit waits for is
 * the disk. One that fails undoes itself alone. All are answered after the commit, the failed ones too: what they saw
 * may be the work of others before them. When the commit fails, or the engine gives all of it up, nobody's work is left
 * and everybody is told.
 */
export function createSharedCommit(sqlite: NodeSqlite): SharedCommit {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined

  // Run with every transaction: not even looked for among the statements that are kept.
  const prepare = (text: string) => {
    const statement = sqlite.raw.prepare(text)
    return () => void statement.run()
  }
  const shared = { begin: prepare('begin immediate'), commit: prepare('commit'), rollback: prepare('rollback') }
  const savepoint = {
    begin: prepare('savepoint one'),
    release: prepare('release one'),
    rollback: prepare('rollback to one'),
  }

  async function runOne(one: Waiting): Promise<Answer> {
    savepoint.begin()
    try {
      const value = await one.work()
      savepoint.release()
      return () => one.settled.resolve(value)
    } catch (error) {
      // After some errors, a full disk for one, the engine has undone the others' work as well.
      if (!sqlite.raw.isTransaction) throw error
      savepoint.rollback()
      savepoint.release()
      return () => one.settled.reject(error)
    }
  }

  async function runAll(group: readonly Waiting[]): Promise<Answer[]> {
    const answers: Answer[] = []
    shared.begin()
    try {
      for (const one of group) answers.push(await runOne(one))
      shared.commit()
    } catch (error) {
      if (sqlite.raw.isTransaction) shared.rollback()
      throw error
    }
    return answers
  }

  async function commitGroup(group: readonly Waiting[]): Promise<void> {
    const isBrief = group.every(({ durability }) => durability === 'brief')
    if (isBrief) sqlite.raw.exec('pragma synchronous = normal')
    // Nobody else's commit is made less durable: statements outside of transactions wait until this has ended.
    const answers = await runAll(group).finally(() => isBrief && sqlite.raw.exec('pragma synchronous = full'))
    for (const answer of answers) answer()
  }

  /** In a turn of its own, so that all requests that have arrived by then take part. */
  function startNext(): void {
    setImmediate(() => {
      const group = waiting
      waiting = []
      running = commitGroup(group)
        .catch((error: unknown) => {
          for (const { settled } of group) settled.reject(error)
        })
        .finally(() => {
          running = undefined
          if (waiting.length > 0) startNext()
        })
    })
  }

  async function finish(): Promise<void> {
    while (running !== undefined || waiting.length > 0) await (running ?? nextTurn())
  }

  return {
    transact<T>(durability: Durability, work: () => Promise<T>): Promise<T> {
      const settled = Promise.withResolvers<unknown>()
      waiting.push({ durability, work, settled })
      if (waiting.length === 1 && running === undefined) startNext()
      return settled.promise as Promise<T>
    },
    busy: () => running,
    finish,
  }
}
