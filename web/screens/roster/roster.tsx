import { IconQrcode, IconUpload, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { useActs } from '../../kit/use-act.ts'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { Button, buttonClass, OpenOnDemand, PageHeading } from '../../ui/index.ts'
import styles from './roster.module.css'
import { RosterList } from './roster-list.tsx'
import { useRoster } from './use-roster.ts'

const loadAdd = async () => (await import('./add-person-modal.tsx')).AddPersonModal

/** /admin/dashboard/{userId}/people: everyone whom the institute expects. */
export function Roster() {
  const words = useTextsOf('roster', rosterTexts)
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  if (!useMay('officeAndDesk')) return <Navigate to={paths.organisationDashboard($id)} replace />
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
          <Content hasPasskey={organisation.data?.passKey === true} title={words.title} />
        </TimeZoneContext>
      </SignedInPage>
    </>
  )
}

function Content({ hasPasskey, title }: { hasPasskey: boolean; title: string }) {
  const words = useTextsOf('roster', rosterTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const mayImport = useMay('office')
  const roster = useRoster()
  const acts = useActs()
  const [isAdding, setAdding] = useState(false)
  const counts = roster.data?.counts
  return (
    <>
      <div className={styles.head}>
        <div>
          <PageHeading>{title}</PageHeading>
          <p className={styles.hint}>
            {counts ? words.registered(number(counts.all - counts['not-registered']), number(counts.all)) : words.about}
          </p>
        </div>
        <div className={styles.actions}>
          {mayImport && (
            <Link className={buttonClass()} to={paths.importRoster($id)}>
              <IconUpload size={20} stroke={1.9} aria-hidden="true" />
              <span>{words.importFile}</span>
            </Link>
          )}
          {hasPasskey && (
            <Link className={buttonClass()} to={paths.desk($id)}>
              <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
              <span>{words.desk}</span>
            </Link>
          )}
          <Button icon={<IconUserPlus size={20} stroke={1.9} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
      </div>
      <RosterList roster={roster} acts={acts} />
      <OpenOnDemand load={loadAdd} props={{ open: isAdding, onClose: () => setAdding(false), acts }} />
    </>
  )
}
