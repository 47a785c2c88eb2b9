import { Outlet, useSearchParams } from 'react-router'
import { TimeZoneContext } from '../../language/format.ts'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { organisationProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { useInstituteProfile } from '../../session/session.ts'
import { Skeleton } from '../../ui/index.ts'
import { periodParameter } from './period.ts'
import styles from './reports-page.module.css'

/** /admin/dashboard/{userId}/reports: the frame of each report. */
export function ReportsPage() {
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  const [address] = useSearchParams()
  // Where a period begins depends on the zone; the whole of time needs none. Only the first try is waited for.
  const isFirstTry = settings.isPending && settings.failureCount === 0 && settings.errorUpdateCount === 0
  const isWaiting = isFirstTry && address.has(periodParameter)
  return (
    <>
      <div className={styles.bar}>
        <TopBar
          label="ORG"
          profile={organisation.data && organisationProfile(organisation.data)}
          action={<StartAttendanceButton kind="secondary" disabled={organisation.data === undefined} />}
        />
      </div>
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          {isWaiting ? <Skeleton width="100%" height="320px" /> : <Outlet />}
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
