import { useInstituteProfile } from '../../session/session.ts'
import type { ButtonKind } from '../../ui/index.ts'
import { StartAttendanceButton } from '../attendance-session/start-attendance-button.tsx'
import { organisationProfile } from './profile.ts'
import { TopBar } from './top-bar.tsx'

/** The bar of an institute's pages, with the button that starts a class. */
export function InstituteBar({ kind = 'secondary' }: { kind?: ButtonKind }) {
  const { data } = useInstituteProfile()
  return (
    <TopBar
      label="ORG"
      profile={data && organisationProfile(data)}
      action={<StartAttendanceButton kind={kind} disabled={data === undefined} />}
    />
  )
}
