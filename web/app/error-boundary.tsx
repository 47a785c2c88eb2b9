import type { ComponentType, ReactNode } from 'react'
import { Component } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useTexts } from '../language/texts.ts'
import { useAskedReload } from '../live/use-asked-reload.ts'
import { ErrorState } from '../ui/index.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { CrashedProps } from './crashed.tsx'
import { isLoadError, reloadIfReleased } from './new-release.ts'
import { useReloadAfterOutage } from './use-reload-after-outage.ts'

let Crashed: ComponentType<CrashedProps> | undefined

/** Fetched once the first screen stands: when it is needed there may be no network. */
async function fetchCrashed(): Promise<void> {
  try {
    Crashed ??= (await import('./crashed.tsx')).Crashed
  } catch {
    // Its styles, too, may be what the network did not bring.
  }
}

/** Shown for a bug in a screen, or a part of the app that could not be fetched: says so, and offers to reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary page={key}>{children}</Boundary>
}

/** The same for the screens inside the frame of a dashboard: its header stays. */
export function PartBoundary() {
  const { key } = useLocation()
  return (
    <Boundary page={key} isPart>
      <Outlet />
    </Boundary>
  )
}

type BoundaryProps = { page: string; isPart?: boolean; children: ReactNode }
type State = { readonly hasCrashed: boolean; readonly isLoading: boolean }

/** `page`: the entry of the history. Each entry is drawn afresh: Back leaves a screen that has crashed. */
class Boundary extends Component<BoundaryProps, State> {
  override state: State = { hasCrashed: false, isLoading: false }
  #crashedPage: string | undefined

  static getDerivedStateFromError(error: unknown): State {
    return { hasCrashed: true, isLoading: isLoadError(error) }
  }

  override componentDidMount(): void {
    whenIdle(() => void fetchCrashed())
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
    const { isPart = false, children } = this.props
    if (!this.state.hasCrashed) return children
    return Crashed ? <Crashed isLoading={this.state.isLoading} isPart={isPart} /> : <CrashedAtOnce isPart={isPart} />
  }
}

const reload = () => location.reload()

/** Where the app has crashed before it had fetched more. */
function CrashedAtOnce({ isPart }: { isPart: boolean }) {
  const { common } = useTexts()
  const { busy, ask } = useAskedReload()
  useReloadAfterOutage(reload)
  const Frame = isPart ? 'div' : 'main'
  return (
    <Frame>
      <ErrorState
        fullScreen={!isPart}
        isHeading
        title={common.crashed}
        message={common.crashedHint}
        retryLabel={common.reload}
        busy={busy}
        onRetry={ask}
      />
    </Frame>
  )
}
