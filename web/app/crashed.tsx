import { IconChevronLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { connection } from '../client/connection.ts'
import { useTexts } from '../language/texts.ts'
import { useAskedReload } from '../live/use-asked-reload.ts'
import { accountKey, dashboardPath, screensOf } from '../session/session.ts'
import { Button, ErrorState, ThemeSwitch, Wordmark } from '../ui/index.ts'
import styles from './crashed.module.css'
import { useAskingServer } from './use-asking-server.ts'
import { useReloadAfterOutage } from './use-reload-after-outage.ts'

export type CrashedProps = {
  /** The screen has no fault of its own, but a part of it has not come. */
  isLoading: boolean
  /** Around it stands the frame of the screen, with its header. */
  isPart?: boolean
  reload?: () => void
}

/** In place of a screen that has crashed or could not be fetched. */
export function Crashed({ isLoading, isPart = false, reload = () => location.reload() }: CrashedProps) {
  const { common } = useTexts()
  const isDown = useSyncExternalStore(connection.subscribe, connection.get) !== 'up'
  const isOffline = isLoading && (isDown || !navigator.onLine)
  const isLeaving = useRef<boolean>(false)
  const leaveOnce = () => {
    if (!isLeaving.current) reload()
    isLeaving.current = true
  }
  const { busy, ask } = useAskedReload(leaveOnce)
  useReloadAfterOutage(leaveOnce)
  useAskingServer(isOffline, leaveOnce)
  const Frame = isPart ? Part : Page
  return (
    <Frame>
      <WayBack />
      <ErrorState
        isHeading
        title={isOffline ? common.notLoaded : common.crashed}
        message={isOffline ? common.notLoadedHint : common.crashedHint}
        retryLabel={common.reload}
        busy={busy}
        onRetry={ask}
      />
    </Frame>
  )
}

function Part({ children }: { children: ReactNode }) {
  return <div>{children}</div>
}

function Page({ children }: { children: ReactNode }) {
  const { product } = useTexts()
  const account = useQueryClient().getQueryData<UserModel | null>(accountKey)
  const label = account ? screensOf(account) : undefined
  const home = account && label ? dashboardPath(account, label) : paths.login
  return (
    <>
      <header className={styles.bar}>
        <Link to={home} className={styles.home}>
          <Wordmark name={product.name} />
        </Link>
        <ThemeSwitch />
      </header>
      <main className={styles.page}>{children}</main>
    </>
  )
}

/** To the page before, which is in the browser already. Nothing on the first page of a visit. */
function WayBack() {
  const { common } = useTexts()
  const { key } = useLocation()
  const navigate = useNavigate()
  if (key === 'default') return null
  return (
    <Button
      kind="quiet"
      className={styles.back}
      icon={<IconChevronLeft size={18} stroke={1.9} aria-hidden="true" />}
      onClick={() => void navigate(-1)}
    >
      {common.back}
    </Button>
  )
}
