import { useEffect, useEffectEvent } from 'react'
import { getConnection, subscribeToConnection } from '../client/connection.ts'

/** What failed because of the connection is fetched again when an outage of the server or the network is over. */
export function useReloadAfterOutage(reload: () => void): void {
  const onBack = useEffectEvent(reload)
  useEffect(() => {
    let wasDown = getConnection() !== 'up'
    const stop = subscribeToConnection(() => {
      if (getConnection() !== 'up') wasDown = true
      else if (wasDown) onBack()
    })
    return () => void stop()
  }, [])
}
