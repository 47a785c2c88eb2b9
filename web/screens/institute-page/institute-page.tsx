import { Navigate, Outlet, useParams } from 'react-router'
import type { StaffRight } from '#contract/staff-rights.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { isAllowed } from '../../session/is-allowed.ts'
import { dashboardPath, useAccount, useInstitute, useInstituteProfile } from '../../session/session.ts'

export type InstituteFrame = {
  /** Who may open the page; everyone of the institute without it. */
  readonly right?: StaffRight
  /** Where all others are led; to where they begin without it. */
  readonly otherwise?: (institute: string, course: string) => string
  /** Asks for a passkey that is missing. */
  readonly asksForPasskey?: true
}

/** What stands around the pages of an institute: the guard, the bar, the banner and the time zone. */
export function InstitutePage({ right, otherwise, asksForPasskey }: InstituteFrame) {
  const { $id } = useInstitute()
  const account = useAccount()
  const { courseId = '' } = useParams()
  const profile = useInstituteProfile()
  const settings = useInstituteSettings()
  const mayOpen = right === undefined || isAllowed(right, account)
  if (!mayOpen) return <Navigate to={otherwise?.($id, courseId) ?? dashboardPath(account, 'ORG')} replace />
  const needsPasskey = asksForPasskey && profile.data !== undefined && profile.data.passKey !== true
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          <Outlet />
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}
