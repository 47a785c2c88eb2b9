import { useEffect, useRef } from 'react'

/** Creates signals that abort when the component unmounts: for a ceremony, whose window must not stay open longer. */
export function useLeaveSignal(): () => AbortSignal {
  const latest = useRef<AbortController>(null)
  useEffect(() => () => latest.current?.abort(), [])
  return () => {
    latest.current = new AbortController()
    return latest.current.signal
  }
}
