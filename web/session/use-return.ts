import { useEffect, useEffectEvent } from 'react'

/** Calls `look` when the person comes back to this page: from another tab, or from a window beside it. */
export function useReturn(look: () => void): void {
  const onReturn = useEffectEvent(look)
  useEffect(() => {
    const notice = () => {
      if (document.visibilityState === 'visible') onReturn()
    }
    // The first event is for tabs, the second for windows side by side.
    document.addEventListener('visibilitychange', notice)
    window.addEventListener('focus', notice)
    return () => {
      document.removeEventListener('visibilitychange', notice)
      window.removeEventListener('focus', notice)
    }
  }, [])
}
