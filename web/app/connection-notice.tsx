import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { connection } from '../client/connection.ts'
import { pingServer } from '../client/ping-server.ts'
import { useTexts } from '../language/texts.ts'
import { accountKey } from '../session/session.ts'
import styles from './connection-notice.module.css'
import { useOldReads } from './old-reads.ts'

const retryMs = 3_000

/**
 * Says that the server cannot be reached, retries, and then reloads what had failed; or that the server answers without
 * reading, so that the numbers on the screen may be old.
 */
export function ConnectionNotice() {
  const texts = useTexts()
  const queries = useQueryClient()
  const state = useSyncExternalStore(connection.subscribe, connection.get)
  const isOld = useOldReads()
  const isDown = state !== 'up'
  // Before the session is known the whole screen says it. Some screens never ask for the session.
  const session = queries.getQueryState(accountKey)
  const isSaidElsewhere = session !== undefined && session.data === undefined

  useEffect(() => {
    const notice = () => connection.set('offline')
    window.addEventListener('offline', notice)
    return () => window.removeEventListener('offline', notice)
  }, [])

  useEffect(() => {
    if (!isDown) return
    const ping = () => void pingServer()
    const timer = setInterval(ping, retryMs)
    window.addEventListener('online', ping)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ping)
      void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' })
    }
  }, [isDown, queries])

  const whileDown = state === 'offline' ? texts.common.offline : texts.common.serverDown
  const sentence = isDown ? whileDown : texts.common.numbersOld
  // In the body, because open dialogs are there too, and would cover it.
  return createPortal(
    <div role="status" className={styles.place}>
      {(isDown || isOld) && !isSaidElsewhere && (
        <p className={styles.notice}>
          <IconCloudOff size={20} stroke={1.9} aria-hidden="true" />
          <span>{sentence}</span>
        </p>
      )}
    </div>,
    document.body,
  )
}
