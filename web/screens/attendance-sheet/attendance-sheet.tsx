import { useParams } from 'react-router'
import { TimeZoneContext } from '../../language/format.ts'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import { Sheet } from '../../parts/attendance-sheet/sheet.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { organisationProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { useInstituteProfile } from '../../session/session.ts'

/** /admin/dashboard/{userId}/sessions/{sessionId}: the sheet of one session, made for the teacher's phone beside the display. */
export function AttendanceSheet() {
  const { sessionId = '' } = useParams()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  return (
    <>
      <TopBar
        label="ORG"
        profile={organisation.data && organisationProfile(organisation.data)}
        action={<StartAttendanceButton kind="secondary" disabled={organisation.data === undefined} />}
      />
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          <Sheet key={sessionId} sessionId={sessionId} />
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
