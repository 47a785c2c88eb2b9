import { resolvesWithin } from '../async/resolves-within.ts'

export type Readiness = {
  /** 'ready', or in a word or two why no requests should be sent here. */
  readonly check: () => Promise<'ready' | 'warming up' | 'stopping' | 'no database' | 'no writes'>
  /** Whether writes reach the disk. The answer is at most a few seconds old. */
  readonly isWritable: () => Promise<boolean>
  /** From this call on the process is not ready. */
  readonly end: () => void
}

type ReadinessOptions = {
  /** Runs a small query. */
  readonly ask: () => Promise<unknown>
  /** Commits a small write. */
  readonly write: () => Promise<unknown>
  /** Ends when the first check-in need not wait for anything any more, whether that went well or not. */
  readonly warm?: Promise<unknown>
  /** The longest time that either may take. */
  readonly deadlineMs?: number
  /** How long an answer is kept, so that frequent questions do not load the database. */
  readonly keepMs?: number
}

/** A write uses the disk, so its success is kept for longer. */
const keepWrittenMs = 5_000
const keepUnwrittenMs = 2_000
/** While a write hangs, no other one begins before this time. */
const patienceMs = 30_000

/** Whether requests should be sent to this process. It begins once the tables are up to date. */
export function createReadiness({ ask, write, warm, deadlineMs = 2_000, keepMs = 1_000 }: ReadinessOptions): Readiness {
  let isEnded = false
  let isWarm = warm === undefined
  const noteWarm = () => {
    isWarm = true
  }
  warm?.then(noteWarm, noteWarm)
  let latest: { readonly at: number; readonly isReachable: Promise<boolean> } | undefined
  const works = (work: Promise<unknown>) => resolvesWithin(work, deadlineMs).catch(() => false)
  const isWritable = createWriteCheck(write, works)

  return {
    async check() {
      if (isEnded) return 'stopping'
      const at = performance.now()
      if (latest === undefined || at - latest.at > keepMs) latest = { at, isReachable: works(ask()) }
      if (!(await latest.isReachable)) return 'no database'
      if (!(await isWritable())) return 'no writes'
      return isWarm ? 'ready' : 'warming up'
    },
    isWritable,
    end() {
      isEnded = true
    },
  }
}

function createWriteCheck(
  write: () => Promise<unknown>,
  works: (work: Promise<unknown>) => Promise<boolean>,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let askAgainAt = 0

  return () => {
    if (answer !== undefined && performance.now() < askAgainAt) return answer
    askAgainAt = performance.now() + patienceMs
    const work = write()
    const holdFor = (ms: number) => {
      askAgainAt = performance.now() + ms
    }
    // Counted from the end of the write, so that a slow one is not repeated at once.
    work.then(
      () => holdFor(keepWrittenMs),
      () => holdFor(keepUnwrittenMs),
    )
    answer = works(work)
    return answer
  }
}
