import { useEffect, useState } from 'react'

/**
 * Whole seconds until `until`, counted down; 0 at the end. Both times are the server's, epoch ms; what this clock says does
 * not count.
 */
export function useTimeLeft(until: number, serverTime: number): number {
  const [readAt, setReadAt] = useState({ until, serverTime, at: performance.now() })
  const [now, setNow] = useState(readAt.at)
  if (readAt.until !== until || readAt.serverTime !== serverTime) {
    const at = performance.now()
    setReadAt({ until, serverTime, at })
    setNow(at)
  }
  const left = Math.max(0, readAt.until - readAt.serverTime - (now - readAt.at))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(performance.now()), left % 1_000 || 1_000)
    return () => clearTimeout(timer)
  })
  return Math.ceil(left / 1_000)
}
