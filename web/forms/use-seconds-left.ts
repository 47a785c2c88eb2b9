import { useEffect, useState } from 'react'

/** Seconds until `endsAt` (ms of performance.now()), counted down; 0 when past. For waits that only the screen enforces. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  useEffect(() => {
    if (endsAt <= performance.now()) return
    setNow(performance.now())
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}
