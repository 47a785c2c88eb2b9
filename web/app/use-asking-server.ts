import { useEffect, useEffectEvent } from 'react'
import { isServerAlive } from '../client/server-alive.ts'

const firstPauseMs = 4_000
const longestPauseMs = 60_000

/** While `isWaiting`: asks the server when the network is back, and in pauses that grow. */
export function useAskingServer(isWaiting: boolean, reload: () => void): void {
  const onBack = useEffectEvent(reload)
  useEffect(() => {
    if (!isWaiting) return
    const left = new AbortController()
    const wait = { pauseMs: firstPauseMs, timer: 0 }
    const plan = () => {
      wait.timer = window.setTimeout(look, wait.pauseMs)
      wait.pauseMs = Math.min(2 * wait.pauseMs, longestPauseMs)
    }
    const look = async () => {
      const isAlive = !left.signal.aborted && (await isServerAlive())
      if (left.signal.aborted) return
      if (isAlive) onBack()
      else plan()
    }
    const lookNow = () => {
      clearTimeout(wait.timer)
      wait.pauseMs = firstPauseMs
      void look()
    }
    plan()
    window.addEventListener('online', lookNow, left)
    return () => {
      left.abort()
      clearTimeout(wait.timer)
    }
  }, [isWaiting])
}
