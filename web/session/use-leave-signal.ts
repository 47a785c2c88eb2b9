import { useEffect, useRef } from 'react'

/** Makes signals that abort when the component goes: for a ceremony, whose window must not outlive what asked for it. */
export function useLeaveSignal(): () => AbortSignal {
  const latest = useRef<AbortController>(null)
  useEffect(() => () => latest.current?.abort(), [])
  return () => {
    latest.current = new AbortController()
    return latest.current.signal
  }
}
