import { useEffect, useState } from 'react'
import { type BrowserLack, checkBrowser } from '../../client/check-browser.ts'

/** What this browser lacks to ask a student's phone, as long as the screen is open. */
export function useBrowserLack(): BrowserLack {
  const [lack, setLack] = useState<BrowserLack>()
  useEffect(() => {
    const check = () => void checkBrowser().then(setLack)
    check()
    // Bluetooth may be plugged in, or taken away, while the page is open.
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
  return lack
}
