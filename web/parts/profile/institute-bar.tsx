import { useAccount, useInstituteProfile } from '../../session/session.ts'
import type { ButtonKind } from '../../ui/index.ts'
import { StartAttendanceButton } from '../attendance-session/start-attendance-button.tsx'
import { organisationProfile } from './profile.ts'
import { TopBar } from './top-bar.tsx'
import { useWays } from './ways.ts'
import { WaysBar } from './ways-bar.tsx'

type InstituteBarProps = {
  kind?: ButtonKind
  /** The page is that of the whole institute, and how many belong to it, where that is known. */
  whole?: { readonly people: number | undefined }
}

/** The bar of an institute's pages, with the button that starts a class: of the own login on each, of a person on that of the whole institute. */
export function InstituteBar({ kind = 'secondary', whole }: InstituteBarProps) {
  const { data } = useInstituteProfile()
  const { acting } = useAccount().prefs
  const ways = useWays()
  const starts = acting === undefined || whole !== undefined
  return (
    <TopBar
      label="ORG"
      profile={data && organisationProfile(data)}
      action={
        starts && (
          <StartAttendanceButton kind={kind} disabled={data === undefined} {...(acting && { asks: true, ...whole })} />
        )
      }
    >
      {ways.length > 0 && <WaysBar ways={ways} />}
    </TopBar>
  )
}
