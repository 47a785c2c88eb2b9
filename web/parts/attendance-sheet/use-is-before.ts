import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { serverClock, serverNow } from '../../client/server-clock.ts'

/** Whether a time of the server, epoch ms, is still to come; draws again when it comes. */
export function useIsBefore(time: number | undefined): boolean {
  const [, wake] = useReducer((count: number) => count + 1, 0)
  useSyncExternalStore(serverClock.subscribe, serverClock.get)
  const left = time === undefined ? 0 : time - serverNow()
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(wake, left)
    return () => clearTimeout(timer)
  })
  return left > 0
}
