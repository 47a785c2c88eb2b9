import { useEffect, useState } from 'react'

const lockName = 'rollkey-screen'
/** A page that is being left gives the lock back a moment later, ms. */
const patienceMs = 700

/**
 * Whether this tab is the screen. Of the tabs of one browser one is, and the next takes over when it closes: two that ask
 * by turns would look like a copied screen.
 */
export function useOnlyTab(): 'asking' | 'this' | 'another' {
  const [tab, setTab] = useState<'asking' | 'this' | 'another'>('asking')
  useEffect(() => {
    const leaving = new AbortController()
    const patience = setTimeout(() => setTab('another'), patienceMs)
    const held = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    navigator.locks
      .request(lockName, { signal: leaving.signal }, () => {
        clearTimeout(patience)
        if (!leaving.signal.aborted) setTab('this')
        return held
      })
      // The wait ends with the page.
      .catch(() => undefined)
    return () => {
      clearTimeout(patience)
      leaving.abort()
    }
  }, [])
  return tab
}
