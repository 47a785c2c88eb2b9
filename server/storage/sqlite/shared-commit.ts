import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NodeSqlite } from './node-sqlite.ts'

/** `full`: on disk when it returns. `brief`: a power cut may undo it (storage.briefTransaction). */
export type Durability = 'full' | 'brief'

export type SharedCommit = {
  /** Runs `work` in its own transaction; settles when that is committed or undone. */
  readonly transact: <T>(durability: Durability, work: () => Promise<T>) => Promise<T>
  /** What a statement outside of all transactions must wait for; undefined when it may run now. */
  readonly busy: () => Promise<void> | undefined
  /** Resolves when nothing runs or waits. */
  readonly finish: () => Promise<void>
}

type Waiting = {
  readonly durability: Durability
  readonly work: () => Promise<unknown>
  readonly settled: PromiseWithResolvers<unknown>
}

/** Settles the caller's promise with the result of its transaction. */
type Answer = () => void

/**
 * The transactions of the embedded engine's one connection. Those that requests start in the same turn of the event
 * loop run one after the other, each within a savepoint, and share one commit, because a commit waits for the disk. One
 * that fails is undone alone. All are answered after the commit, the failed ones too, because they may have read the
 * work of earlier ones. When the commit fails, or the engine gives up all of it, all work is undone and every caller
 * gets the error.
 */
export function createSharedCommit(sqlite: NodeSqlite): SharedCommit {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined

  // Run with every transaction, so they are kept outside the statement cache.
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
      // After some errors, such as a full disk, the engine has undone the others' work as well.
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
    // This must not make other commits less durable: statements outside of transactions wait until it has ended.
    const answers = await runAll(group).finally(() => isBrief && sqlite.raw.exec('pragma synchronous = full'))
    for (const answer of answers) answer()
  }

  /** In its own turn, so that all requests that have arrived by then take part. */
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
