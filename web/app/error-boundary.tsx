import type { ReactNode } from 'react'
import { Component, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { getConnection, subscribeToConnection } from '../client/connection.ts'
import { useTexts } from '../language/texts.ts'
import { ErrorState } from '../ui/index.ts'
import { isLoadError, reloadIfReleased } from './new-release.ts'

/** Shown for a bug in a screen, or a part of the app that could not be fetched: says so, and offers to reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary page={key}>{children}</Boundary>
}

type State = { readonly hasCrashed: boolean; readonly isLoading: boolean }

/** `page`: the entry of the history. Each entry is drawn afresh: Back leaves a screen that has crashed. */
class Boundary extends Component<{ page: string; children: ReactNode }, State> {
  override state: State = { hasCrashed: false, isLoading: false }
  #crashedPage: string | undefined

  static getDerivedStateFromError(error: unknown): State {
    return { hasCrashed: true, isLoading: isLoadError(error) }
  }

  override componentDidCatch(): void {
    this.#crashedPage = this.props.page
    // The screen is gone, and with it the contents of its forms.
    void reloadIfReleased()
  }

  override componentDidUpdate(): void {
    if (this.#crashedPage === undefined || this.#crashedPage === this.props.page) return
    this.#crashedPage = undefined
    this.setState({ hasCrashed: false, isLoading: false })
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crashed isLoading={this.state.isLoading} /> : this.props.children
  }
}

/** `isLoading`: the screen has no fault of its own, but a part of it has not come. */
function Crashed({ isLoading }: { isLoading: boolean }) {
  const { common } = useTexts()
  const isDown = useSyncExternalStore(subscribeToConnection, getConnection) !== 'up'
  const isOffline = isLoading && (isDown || !navigator.onLine)
  useReloadAfterOutage()
  return (
    <main>
      <ErrorState
        fullScreen
        title={isOffline ? common.notLoaded : common.crashed}
        message={isOffline ? common.notLoadedHint : common.crashedHint}
        retryLabel={common.reload}
        onRetry={() => location.reload()}
      />
    </main>
  )
}

/** A part that failed because of the connection is fetched again when the connection is back. */
function useReloadAfterOutage(): void {
  useEffect(() => {
    let wasDown = getConnection() !== 'up'
    const stop = subscribeToConnection(() => {
      if (getConnection() !== 'up') wasDown = true
      else if (wasDown) location.reload()
    })
    return () => void stop()
  }, [])
}
