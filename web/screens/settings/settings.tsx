import { IconQrcode, IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { joinPosterTexts } from '#contract/join-poster-texts.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { InstituteSettings, InstituteSettingsChange } from '#contract/settings.ts'
import { Read } from '../../kit/read.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import styles from '../../parts/institute-settings/settings.module.css'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { TimeZoneSetting } from '../../parts/institute-settings/time-zone-setting.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, buttonClass, Fieldset, Hint, PageHeading, Skeleton } from '../../ui/index.ts'
import { DisplayNamesSetting } from './display-names-setting.tsx'
import { WaysSetting } from './ways-setting.tsx'

const ScreensSection = latePart(async () => (await import('./screens-section.tsx')).ScreensSection)

/** /admin/dashboard/{userId}/settings: what an institute chooses for its screens and times. */
export function Settings() {
  const words = useTextsOf(settingsTexts)
  const reports = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={null}>
        <BackLink to={paths.organisationDashboard($id)} className={styles.back}>
          {reports.back}
        </BackLink>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <Hint>{words.hint}</Hint>
        </div>
        <Read of={settings} height="320px">
          {(chosen) => <Sections settings={chosen} hasPasskey={organisation.data?.passKey === true} />}
        </Read>
      </SignedInPage>
    </>
  )
}

function Sections({ settings, hasPasskey }: { settings: InstituteSettings; hasPasskey: boolean }) {
  const words = useTextsOf(settingsTexts)
  const format = useFormat()
  const sayPerson = useSayPerson()
  const isOwner = useMay('owners')
  const seesPeople = useMay('staff')
  const readsOnly = useReadsOnly()
  const { save, saving } = useSaveSettings()
  const { timeZone, displayNames, ways, changed } = settings
  return (
    <div className={styles.sections}>
      {changed && <Hint>{words.changedBy(format.dateTime(changed.at), sayPerson(changed.by))}</Hint>}
      {isOwner && (
        <TimeZoneSetting
          // A change saved in another browser replaces what is chosen here.
          key={timeZone}
          timeZone={timeZone}
          busy={saving?.timeZone !== undefined}
          onSave={(chosen) => save({ timeZone: chosen })}
        />
      )}
      <JoinWay />
      {isOwner && (
        <>
          <WaysSetting ways={saving?.ways ?? ways} onSave={(chosen) => save({ ways: chosen })} />
          <DisplayNamesSetting
            displayNames={saving?.displayNames ?? displayNames}
            onSave={(chosen) => save({ displayNames: chosen })}
          />
        </>
      )}
      <ScreensSection hasPasskey={hasPasskey && !readsOnly} waiting={<Skeleton width="100%" height="240px" />} />
      {seesPeople && <PeopleWay />}
      {seesPeople && <RosterWay />}
    </div>
  )
}

/** Leads to the join link and its poster. */
function JoinWay() {
  const words = useTextsOf(settingsTexts)
  const joinPoster = useTextsOf(joinPosterTexts)
  const { $id } = useInstitute()
  return (
    <Fieldset legend={joinPoster.title}>
      <div className={styles.section}>
        <Hint>{words.joinHint}</Hint>
        <Link className={buttonClass()} to={paths.joinPoster($id)}>
          <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
          <span>{joinPoster.way}</span>
        </Link>
      </div>
    </Fieldset>
  )
}

/** Leads to the people of the institute. */
function PeopleWay() {
  const { staff } = useTextsOf(settingsTexts)
  const { $id } = useInstitute()
  return (
    <Fieldset legend={staff.title}>
      <div className={styles.section}>
        <Hint>{staff.about}</Hint>
        <Link className={buttonClass()} to={paths.staff($id)}>
          <IconUsers size={20} stroke={1.9} aria-hidden="true" />
          <span>{staff.way}</span>
        </Link>
      </div>
    </Fieldset>
  )
}

/** Leads to the roster and the courses: before anyone joins, no bar does. */
function RosterWay() {
  const words = useTextsOf(settingsTexts)
  const { $id } = useInstitute()
  return (
    <Fieldset legend={words.roster}>
      <div className={styles.section}>
        <Hint>{words.rosterHint}</Hint>
        <Link className={buttonClass()} to={paths.roster($id)}>
          <span>{words.rosterWay}</span>
        </Link>
        <Link className={buttonClass()} to={paths.courses($id)}>
          <span>{words.coursesWay}</span>
        </Link>
      </div>
    </Fieldset>
  )
}

/** Sends a change, after a step-up where the server wants one. */
function useSaveSettings() {
  const words = useTextsOf(settingsTexts)
  const { run, running } = useAct('PATCH /settings')
  return {
    save: (change: InstituteSettingsChange) => void run({}, change, { done: words.saved }),
    saving: running?.input,
  }
}
