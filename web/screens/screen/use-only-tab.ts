import { useEffect, useState } from 'react'
import { keepsKeys } from '../../client/screen-key.ts'

const lockName = 'rollkey-screen'
/** A page that is being left gives the lock back a moment later, ms. */
const patienceMs = 700

/** 'blocked': the browser keeps no data for the site. */
type Tab = 'asking' | 'this' | 'another' | 'blocked'

/**
 * Whether this tab is the screen. Of the tabs of one browser one is, and the next takes over when it closes: two that ask
 * by turns would look like a copied screen.
 */
export function useOnlyTab(): Tab {
  const [tab, setTab] = useState<Tab>('asking')
  useEffect(() => {
    const leaving = new AbortController()
    const patience = setTimeout(() => setTab('another'), patienceMs)
    const giveUp = () => {
      clearTimeout(patience)
      if (!leaving.signal.aborted) setTab('blocked')
    }
    const held = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    navigator.locks
      .request(lockName, { signal: leaving.signal }, () => {
        clearTimeout(patience)
        if (leaving.signal.aborted) return held
        return keepsKeys().then((can) => {
          if (!can) return giveUp()
          if (!leaving.signal.aborted) setTab('this')
          return held
        })
      })
      // The wait ends with the page; a browser that keeps no data refuses it at once.
      .catch(giveUp)
    return () => {
      clearTimeout(patience)
      leaving.abort()
    }
  }, [])
  return tab
}
