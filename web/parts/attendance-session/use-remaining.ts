import { useEffect, useReducer } from 'react'
import { msToNextTick, remainingMs } from './countdown.ts'

/**
 * The rest of the session, ms, updated each second until it is 0. `clockOffset` is the server's clock minus this
 * machine's, so that the countdown is right even if the machine's clock is wrong.
 */
export function useRemaining(expiry: number | null, clockOffset: number): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const remaining = expiry === null ? 0 : remainingMs(expiry, Date.now() + clockOffset)

  useEffect(() => {
    if (remaining === 0) return
    const timer = setTimeout(tick, msToNextTick(remaining))
    return () => clearTimeout(timer)
  })

  return remaining
}
