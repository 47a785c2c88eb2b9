import { useParams } from 'react-router'
import { TimeZoneContext } from '../../language/format.ts'
import { Sheet } from '../../parts/attendance-sheet/sheet.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'

/** /admin/dashboard/{userId}/sessions/{sessionId}: the sheet of one session, made for the teacher's phone beside the display. */
export function AttendanceSheet() {
  const { sessionId = '' } = useParams()
  const settings = useInstituteSettings()
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          <Sheet key={sessionId} sessionId={sessionId} />
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
