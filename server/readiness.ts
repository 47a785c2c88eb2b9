import { resolvesWithin } from './resolves-within.ts'

export type Readiness = {
  /** 'ready', or in one word why no requests should be sent here. */
  readonly check: () => Promise<'ready' | 'stopping' | 'no database'>
  /** From now on this process is not ready. */
  readonly end: () => void
}

type ReadinessOptions = {
  /** Asks the database something small. */
  readonly ask: () => Promise<unknown>
  /** How long the database may take to answer. */
  readonly deadlineMs?: number
  /** How long an answer holds: however many ask, the database is asked no more often. */
  readonly keepMs?: number
}

/** Whether requests should be sent to this process. It exists once the tables are up to date. */
export function createReadiness({ ask, deadlineMs = 2_000, keepMs = 1_000 }: ReadinessOptions): Readiness {
  let isEnded = false
  let latest: { readonly at: number; readonly isReachable: Promise<boolean> } | undefined

  const isReachable = () => resolvesWithin(ask(), deadlineMs).catch(() => false)

  return {
    async check() {
      if (isEnded) return 'stopping'
      const at = performance.now()
      if (latest === undefined || at - latest.at > keepMs) latest = { at, isReachable: isReachable() }
      return (await latest.isReachable) ? 'ready' : 'no database'
    },
    end() {
      isEnded = true
    },
  }
}
