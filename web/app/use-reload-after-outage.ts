import { useEffect, useEffectEvent } from 'react'
import { connection } from '../client/connection.ts'

/** What failed because of the connection is fetched again when an outage of the server or the network is over. */
export function useReloadAfterOutage(reload: () => void): void {
  const onBack = useEffectEvent(reload)
  useEffect(() => {
    let wasDown = connection.get() !== 'up'
    const stop = connection.subscribe(() => {
      if (connection.get() !== 'up') wasDown = true
      else if (wasDown) onBack()
    })
    return () => void stop()
  }, [])
}
