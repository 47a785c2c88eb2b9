import { Outlet, useSearchParams } from 'react-router'
import { TimeZoneContext } from '../../language/format.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { Skeleton } from '../../ui/index.ts'
import { periodParameter } from './period.ts'
import styles from './reports-page.module.css'

/** /admin/dashboard/{userId}/reports: the frame of each report. */
export function ReportsPage() {
  const settings = useInstituteSettings()
  const [address] = useSearchParams()
  // Where a period begins depends on the zone; the whole of time needs none. Only the first try is waited for.
  const isFirstTry = settings.isPending && settings.failureCount === 0 && settings.errorUpdateCount === 0
  const isWaiting = isFirstTry && address.has(periodParameter)
  return (
    <>
      <div className={styles.bar}>
        <InstituteBar />
      </div>
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          {isWaiting ? <Skeleton width="100%" height="320px" /> : <Outlet />}
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
