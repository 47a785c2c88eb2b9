import type { ReactNode } from 'react'
import { Component, useEffect } from 'react'
import { useLocation } from 'react-router'
import { getConnection, subscribeToConnection } from '../client/connection.ts'
import { useTexts } from '../language/texts.ts'
import { ErrorState } from '../ui/index.ts'
import { reloadIfReleased } from './new-release.ts'

/** Shown for a bug in a screen, or a part of the app that could not be fetched: says so, and offers to reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary page={key}>{children}</Boundary>
}

/** `page`: the entry of the history. Each entry is drawn afresh: Back leaves a screen that has crashed. */
class Boundary extends Component<{ page: string; children: ReactNode }, { hasCrashed: boolean }> {
  override state: { hasCrashed: boolean } = { hasCrashed: false }
  #crashedPage: string | undefined

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true }
  }

  override componentDidCatch(): void {
    this.#crashedPage = this.props.page
    // The screen is gone, and with it the contents of its forms.
    void reloadIfReleased()
  }

  override componentDidUpdate(): void {
    if (this.#crashedPage === undefined || this.#crashedPage === this.props.page) return
    this.#crashedPage = undefined
    this.setState({ hasCrashed: false })
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const texts = useTexts()
  useReloadAfterOutage()
  return (
    <main>
      <ErrorState
        fullScreen
        title={texts.common.crashed}
        message={texts.common.crashedHint}
        retryLabel={texts.common.reload}
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
