import { useState } from 'react'
import { isServerAlive } from '../client/server-alive.ts'

const reloadPage = () => location.reload()

/** Reloads the page once the server has answered: a reload without a network takes away the page that is there. */
export function useAskedReload(reload = reloadPage): { busy: boolean; ask: () => void } {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    ask: () => {
      setBusy(true)
      void isServerAlive().then((isAlive) => {
        if (isAlive) reload()
        setBusy(isAlive)
      })
    },
  }
}
