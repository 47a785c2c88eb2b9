import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { serverClock, serverNow } from '../../client/server-clock.ts'
import { msToNextTick, remainingMs } from './countdown.ts'

/** The rest of the session by the server's time, ms, updated each second until it is 0. */
export function useRemaining(expiry: number | null): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useSyncExternalStore(serverClock.subscribe, serverClock.get)
  const remaining = expiry === null ? 0 : remainingMs(expiry, serverNow())

  useEffect(() => {
    if (remaining === 0) return
    const timer = setTimeout(tick, msToNextTick(remaining))
    return () => clearTimeout(timer)
  })

  return remaining
}
