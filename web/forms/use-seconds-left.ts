import { useEffect, useState } from 'react'

/**
 * Seconds until `endsAt` (epoch ms of this browser's clock), counted down; 0 when past. For waits that only the screen
 * enforces.
 */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  useEffect(() => {
    if (endsAt <= Date.now()) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}
