import { IconQrcode } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { InstituteSettings, InstituteSettingsChange } from '#contract/settings.ts'
import { messageOf } from '../../client/request-error.ts'
import { changeSettings } from '../../client/settings-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useSettingsTexts } from '../../language/settings-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { settingsKey } from '../../live/live-keys.ts'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { organisationProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import {
  BackLink,
  buttonClass,
  ErrorState,
  Fieldset,
  PageHeading,
  Skeleton,
  showError,
  showSuccess,
} from '../../ui/index.ts'
import { DisplayNamesSetting } from './display-names-setting.tsx'
import styles from './settings.module.css'
import { TimeZoneSetting } from './time-zone-setting.tsx'
import { WaysSetting } from './ways-setting.tsx'

const ScreensSection = latePart(async () => (await import('./screens-section.tsx')).ScreensSection)

/** /admin/dashboard/{userId}/settings: what an institute chooses for its screens and times. */
export function Settings() {
  const words = useSettingsTexts()
  const { reports } = useTexts()
  const { $id } = useInstitute()
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
        <BackLink to={paths.organisationDashboard($id)} className={styles.back}>
          {reports.back}
        </BackLink>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <p className={styles.hint}>{words.hint}</p>
        </div>
        <Sections settings={settings} hasPasskey={organisation.data?.passKey === true} />
      </SignedInPage>
    </>
  )
}

function Sections({ settings, hasPasskey }: { settings: UseQueryResult<InstituteSettings>; hasPasskey: boolean }) {
  const texts = useTexts()
  const error = useKeptError(settings)
  const { save, saving, dialog } = useSaveSettings(hasPasskey)
  if (settings.data === undefined) {
    if (!error) return <Skeleton width="100%" height="320px" />
    return (
      <ErrorState
        message={messageOf(error, texts)}
        busy={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    )
  }
  const { timeZone, displayNames, ways } = settings.data
  return (
    <div className={styles.sections}>
      <TimeZoneSetting
        // A change saved in another browser replaces what is chosen here.
        key={timeZone}
        timeZone={timeZone}
        busy={saving?.timeZone !== undefined}
        onSave={(chosen) => save({ timeZone: chosen })}
      />
      <JoinWay />
      <WaysSetting ways={saving?.ways ?? ways} onSave={(chosen) => save({ ways: chosen })} />
      <DisplayNamesSetting
        displayNames={saving?.displayNames ?? displayNames}
        onSave={(chosen) => save({ displayNames: chosen })}
      />
      <ScreensSection hasPasskey={hasPasskey} waiting={<Skeleton width="100%" height="240px" />} />
      {dialog}
    </div>
  )
}

/** Leads to the join link and its poster. */
function JoinWay() {
  const words = useSettingsTexts()
  const { joinPoster } = useTexts()
  const { $id } = useInstitute()
  return (
    <Fieldset legend={joinPoster.title}>
      <div className={styles.section}>
        <p className={styles.hint}>{words.joinHint}</p>
        <Link className={buttonClass()} to={paths.joinPoster($id)}>
          <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
          <span>{joinPoster.way}</span>
        </Link>
      </div>
    </Fieldset>
  )
}

/** Sends a change, after a step-up where the server wants one. */
function useSaveSettings(hasPasskey: boolean) {
  const texts = useTexts()
  const words = useSettingsTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const stepUp = useStepUp('ORG', hasPasskey)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: InstituteSettingsChange) => stepUp.run(() => changeSettings(change)),
    onSuccess: (changed) => {
      queries.setQueryData(settingsKey($id), changed)
      showSuccess(words.saved)
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  return { save: mutate, saving: isPending ? variables : undefined, dialog: stepUp.dialog }
}
