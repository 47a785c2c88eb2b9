import type { ReactNode } from 'react'
import { Component } from 'react'
import { useTexts } from '../language/texts.ts'
import { ErrorState } from '../ui/index.ts'
import { reloadIfReleased } from './new-release.ts'

function Crashed() {
  const texts = useTexts()
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

/**
 * What is shown for a bug in a screen, or a part of the app that could not be fetched: says so, and offers to reload.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state: { hasCrashed: boolean } = { hasCrashed: false }

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true }
  }

  override componentDidCatch(): void {
    // The screen is gone, and what its forms held with it.
    void reloadIfReleased()
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crashed /> : this.props.children
  }
}
