import { IconBuilding } from '@tabler/icons-react'
import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Banner, buttonClass } from '../../ui/index.ts'

/** For a student who is one of the people of an institute: the way there. Nothing for all others. */
export function WorkForInstitute() {
  const { workFor, workForHint } = useTextsOf(actingTexts)
  if (useAccount().prefs.isStaff !== true) return null
  return (
    <Banner
      icon={<IconBuilding size={24} stroke={1.8} aria-hidden="true" />}
      title={workFor}
      action={
        <Link className={buttonClass()} to={paths.acting} state={{ begins: true }}>
          {workFor}
        </Link>
      }
    >
      {workForHint}
    </Banner>
  )
}
