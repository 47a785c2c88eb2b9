import { resolvesWithin } from '../async/resolves-within.ts'

export type Readiness = {
  /** 'ready', or in a word or two why no requests should be sent here. */
  readonly check: () => Promise<'ready' | 'stopping' | 'no database' | 'no writes'>
  /** Whether what is written reaches the disk. The answer is a few seconds old at most. */
  readonly isWritable: () => Promise<boolean>
  /** From now on this process is not ready. */
  readonly end: () => void
}

type ReadinessOptions = {
  /** Asks the database something small. */
  readonly ask: () => Promise<unknown>
  /** Commits something small to the database. */
  readonly write: () => Promise<unknown>
  /** How long the database may take for either. */
  readonly deadlineMs?: number
  /** How long an answer holds: however many ask, the database is asked no more often. */
  readonly keepMs?: number
}

/** A write costs the disk something, so its success holds longer. */
const keepWrittenMs = 5_000
const keepUnwrittenMs = 2_000
/** A write that hangs is not followed by another one until then. */
const patienceMs = 30_000

/** Whether requests should be sent to this process. It exists once the tables are up to date. */
export function createReadiness({ ask, write, deadlineMs = 2_000, keepMs = 1_000 }: ReadinessOptions): Readiness {
  let isEnded = false
  let latest: { readonly at: number; readonly isReachable: Promise<boolean> } | undefined
  const works = (work: Promise<unknown>) => resolvesWithin(work, deadlineMs).catch(() => false)
  const isWritable = createWriteCheck(write, works)

  return {
    async check() {
      if (isEnded) return 'stopping'
      const at = performance.now()
      if (latest === undefined || at - latest.at > keepMs) latest = { at, isReachable: works(ask()) }
      if (!(await latest.isReachable)) return 'no database'
      return (await isWritable()) ? 'ready' : 'no writes'
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
    // Counted from its end: what was slow is not tried again at once.
    work.then(
      () => holdFor(keepWrittenMs),
      () => holdFor(keepUnwrittenMs),
    )
    answer = works(work)
    return answer
  }
}
