import type { ReactNode } from 'react'
import { TimeZoneContext } from '../../language/format.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'

/** What stands around every screen of courses. */
export function CoursePage({ children }: { children: ReactNode }) {
  const settings = useInstituteSettings()
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={null}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>{children}</TimeZoneContext>
      </SignedInPage>
    </>
  )
}
