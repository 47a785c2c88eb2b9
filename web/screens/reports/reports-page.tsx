import { Outlet } from 'react-router'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import { organisationProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { useProfile } from '../../session/session.ts'
import styles from './reports-page.module.css'

/** /admin/dashboard/{userId}/reports: the frame of each report. */
export function ReportsPage() {
  const organisation = useProfile('ORG')
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
        <Outlet />
      </SignedInPage>
    </>
  )
}
