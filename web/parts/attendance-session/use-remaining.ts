import { useEffect, useReducer } from 'react'
import { msToNextTick, remainingMs } from './countdown.ts'

/**
 * What is left of the session, ms, anew each second until nothing is. `clockOffset` is the server's clock minus this
 * machine's, so a machine whose clock is wrong counts down rightly.
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
