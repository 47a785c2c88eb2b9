import { Outlet } from 'react-router'
import { useProfile } from '../../app/session.ts'
import { StartAttendanceButton } from '../attendance-session/start-attendance-button.tsx'
import { organisationProfile } from '../profile/profile.ts'
import { SignedInPage } from '../profile/signed-in-page.tsx'
import { TopBar } from '../profile/top-bar.tsx'
import styles from './reports-page.module.css'

/** /admin/dashboard/{userId}/reports: what stands around each report. */
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
