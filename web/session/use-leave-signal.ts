import { useEffect, useRef } from 'react'

/**
 * Creates signals that abort when the component unmounts, or when the next one is made: for a ceremony, whose window must
 * not stay open longer, and which gives way to the next one.
 */
export function useLeaveSignal(): () => AbortSignal {
  const latest = useRef<AbortController>(null)
  useEffect(() => () => latest.current?.abort(), [])
  return () => {
    latest.current?.abort()
    latest.current = new AbortController()
    return latest.current.signal
  }
}
