import type { ComponentType, ReactNode } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { connection } from '../../client/connection.ts'
import { useTexts } from '../../language/texts.ts'
import { useAskedReload } from '../../live/use-asked-reload.ts'
import { ErrorState, FullScreenSpinner } from '../../ui/index.ts'

type Places = {
  /** Drawn while the part is loaded. */
  waiting?: ReactNode
  /** Drawn when it could not be loaded. */
  failed?: ReactNode
}

/**
 * A part of a screen in its own chunk, which is loaded when it is first drawn. If it cannot be loaded, an error stands
 * in its place, and the rest of the screen stays as it was. It is loaded again when the connection is back.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined

  return function LatePart({ waiting = null, failed = <NotLoaded />, ...props }: Props & Places) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const state = useSyncExternalStore(connection.subscribe, connection.get)
    useEffect(() => {
      if (state === 'up') setFailed(false)
    }, [state])

    const isMissing = Part === undefined && !hasFailed
    useEffect(() => {
      if (!isMissing) return
      let isCurrent = true
      load().then(
        (part) => {
          loaded = part
          if (isCurrent) setPart(() => part)
        },
        () => {
          if (isCurrent) setFailed(true)
        },
      )
      return () => {
        isCurrent = false
      }
    }, [isMissing])

    if (Part !== undefined) return <Part {...(props as unknown as Props)} />
    return hasFailed ? failed : waiting
  }
}

/** Without a connection it waits. Otherwise a reload helps, because some browsers do not fetch a failed chunk again. */
function NotLoaded({ fullScreen = false }: { fullScreen?: boolean }) {
  const { common } = useTexts()
  const state = useSyncExternalStore(connection.subscribe, connection.get)
  const { busy, ask } = useAskedReload()
  const messages = { offline: common.offline, 'server-down': common.serverDown, up: common.crashedHint }
  return (
    <ErrorState
      message={messages[state]}
      fullScreen={fullScreen}
      retryLabel={common.reload}
      busy={busy}
      {...(state === 'up' && { onRetry: ask })}
    />
  )
}

/** Of a part that is all that the screen shows. */
export const wholeScreen: Places = {
  waiting: <FullScreenSpinner />,
  failed: (
    <main>
      <NotLoaded fullScreen />
    </main>
  ),
}
