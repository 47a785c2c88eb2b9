import { IconCircleCheck, IconQrcode, IconReportAnalytics, IconSettings } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useSettingsTexts } from '../../language/settings-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { FlaggedMarks, useFlaggedMarks } from '../../parts/flagged-marks/flagged-marks.tsx'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { organisationProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { buttonClass, ErrorState, PageHeading, SetApart, Skeleton } from '../../ui/index.ts'
import { useHeldPasskeys } from './held-passkeys.tsx'
import styles from './organisation-dashboard.module.css'
import { PasskeyNotices } from './passkey-notices.tsx'
import { RunningSession } from './running-session.tsx'
import { StudentTable } from './student-table.tsx'

/** Spec §2, /admin/dashboard/{userId}: the organisation's students. */
export function OrganisationDashboard() {
  const texts = useTexts()
  const organisation = useInstituteProfile()
  const error = useKeptError(organisation)
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  return (
    <>
      <TopBar
        label="ORG"
        profile={organisation.data && organisationProfile(organisation.data)}
        action={
          <StartAttendanceButton
            kind={needsPasskey ? 'secondary' : 'primary'}
            disabled={organisation.data === undefined}
          />
        }
      />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <Heading organisation={organisation} />
        {organisation.data === undefined && error ? (
          <ErrorState
            message={messageOf(error, texts)}
            busy={organisation.isFetching}
            onRetry={() => void organisation.refetch()}
          />
        ) : (
          <Students hasPasskey={organisation.data && !needsPasskey} />
        )}
      </SignedInPage>
    </>
  )
}

/**
 * The running class, the notices, the disputed marks and the table appear together, so that none moves the others.
 * `hasPasskey`: undefined while unknown.
 */
function Students({ hasPasskey }: { hasPasskey: boolean | undefined }) {
  const flagged = useFlaggedMarks()
  const passkeys = usePasskeys()
  const held = useHeldPasskeys()
  const running = useRunningSession()
  const settings = useInstituteSettings()
  const isWaiting = hasPasskey === undefined || [flagged, passkeys, held, running, settings].some(isFirstTry)
  return (
    <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
      <Fragment key={isWaiting ? 'waiting' : 'ready'}>
        {!isWaiting && running.data && <RunningSession running={running.data} />}
        {!isWaiting && hasPasskey && <PasskeyNotices own={passkeys.data} held={held} />}
        {!isWaiting && flagged.data && <FlaggedMarks flagged={flagged.data} />}
        <StudentTable isWaiting={isWaiting} hasPasskey={hasPasskey === true} />
      </Fragment>
    </TimeZoneContext>
  )
}

/**
 * The table is more important than the parts above it: it waits for their first try only, not for a retry or a later
 * read.
 */
function isFirstTry({ isPending, failureCount, errorUpdateCount }: UseQueryResult): boolean {
  return isPending && failureCount === 0 && errorUpdateCount === 0
}

function Heading({ organisation: { data } }: { organisation: UseQueryResult<OrganisationDocument> }) {
  const { joinPoster, organisationDashboard, passkey, reports } = useTexts()
  const settings = useSettingsTexts()
  const { $id } = useInstitute()
  const total = useFormat().number(data?.classes ?? 0)
  return (
    <div className={styles.heading}>
      <div>
        <PageHeading>{organisationDashboard.title}</PageHeading>
        <p className={styles.classes}>
          {data ? (
            <SetApart sentence={organisationDashboard.totalClasses(total)} part={total}>
              <b>{total}</b>
            </SetApart>
          ) : (
            <Skeleton width="140px" />
          )}
        </p>
      </div>
      <div className={styles.ways}>
        {data === undefined && (
          <p className={styles.passkey}>
            <Skeleton width="150px" height="20px" />
          </p>
        )}
        {data?.passKey && (
          <p className={styles.passkey}>
            <IconCircleCheck size={20} stroke={1.9} aria-hidden="true" />
            <span>{passkey.present}</span>
          </p>
        )}
        <Link className={buttonClass()} to={paths.joinPoster($id)}>
          <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
          <span>{joinPoster.way}</span>
        </Link>
        <Link className={buttonClass()} to={paths.reports($id)}>
          <IconReportAnalytics size={20} stroke={1.9} aria-hidden="true" />
          <span>{reports.title}</span>
        </Link>
        <Link className={buttonClass()} to={paths.settings($id)}>
          <IconSettings size={20} stroke={1.9} aria-hidden="true" />
          <span>{settings.title}</span>
        </Link>
      </div>
    </div>
  )
}
