import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseOutage } from './engine-errors.ts'

const pauseMs = 1_000

type AwaitOptions = {
  readonly timeoutMs: number
  /** Called once, with the reason why there is no database yet. */
  readonly onWait: (reason: unknown) => void
}

/**
 * Opens a database that may still be on its way: its machine starts, or the standby is being promoted. Throws at once what
 * waiting cannot mend, and the last reason when there is no database in time.
 */
export async function awaitDatabase<T>(open: () => Promise<T>, { timeoutMs, onWait }: AwaitOptions): Promise<T> {
  const end = performance.now() + timeoutMs
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await open()
    } catch (error) {
      if (!isDatabaseOutage(error) || performance.now() + pauseMs > end) throw error
      if (!hasWaited) onWait(error)
      await wait(pauseMs)
    }
  }
}
