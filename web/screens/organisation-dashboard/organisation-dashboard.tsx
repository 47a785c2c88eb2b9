import { IconCircleCheck, IconQrcode, IconReportAnalytics, IconSettings } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link, Navigate } from 'react-router'
import { joinPosterTexts } from '#contract/join-poster-texts.ts'
import { organisationDashboardTexts } from '#contract/organisation-dashboard-texts.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { OpenDisputes, useOpenDisputes } from '../../parts/open-disputes/open-disputes.tsx'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useWays } from '../../parts/profile/ways.ts'
import { useMay } from '../../session/may.ts'
import { useHome, useInstitute, useInstituteProfile } from '../../session/session.ts'
import { buttonClass, PageHeading, SetApart, Skeleton } from '../../ui/index.ts'
import { useHeldPasskeys } from './held-passkeys.tsx'
import styles from './organisation-dashboard.module.css'
import { PasskeyNotices } from './passkey-notices.tsx'
import { RunningSession } from './running-session.tsx'
import { StudentTable } from './student-table.tsx'
import { useStudents } from './use-students.ts'

/** Who has neither staff nor courses loads nothing of it. */
const WholeHead = latePart(async () => (await import('../../parts/group-head/whole-head.tsx')).WholeHead)

/** Spec §2, /admin/dashboard/{userId}: the organisation's students. */
export function OrganisationDashboard() {
  const organisation = useInstituteProfile()
  const error = useKeptError(organisation)
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  const home = useHome()
  const students = useStudents(0)
  if (!useMay('classes')) return <Navigate to={home} replace />
  return (
    <>
      <InstituteBar kind={needsPasskey ? 'secondary' : 'primary'} whole={{ people: students.data?.total }} />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <Heading organisation={organisation} />
        {organisation.data === undefined && error ? (
          <QueryError error={error} of={organisation} />
        ) : (
          <Students hasPasskey={organisation.data && !needsPasskey} />
        )}
      </SignedInPage>
    </>
  )
}

/**
 * The running class, the notices, the open disputes and the table appear together, so that none moves the others.
 * `hasPasskey`: undefined while unknown.
 */
function Students({ hasPasskey }: { hasPasskey: boolean | undefined }) {
  const disputed = useOpenDisputes()
  const passkeys = usePasskeys()
  const held = useHeldPasskeys()
  const running = useRunningSession()
  const settings = useInstituteSettings()
  const isWaiting = hasPasskey === undefined || [disputed, passkeys, held, running, settings].some(isFirstTry)
  return (
    <TimeZoneContext value={settings.data?.timeZone ?? undefined}>
      <Fragment key={isWaiting ? 'waiting' : 'ready'}>
        {!isWaiting && running.data && <RunningSession running={running.data} />}
        {!isWaiting && hasPasskey && <PasskeyNotices own={passkeys.data} held={held} />}
        {!isWaiting && disputed.data && <OpenDisputes disputes={disputed.data} />}
        <StudentTable isWaiting={isWaiting} />
      </Fragment>
    </TimeZoneContext>
  )
}

/**
 * The table is more important than the parts above it: it waits for their first try only, not for a retry, a later read,
 * or what this person does not see.
 */
function isFirstTry({ isPending, fetchStatus, failureCount, errorUpdateCount }: UseQueryResult): boolean {
  return isPending && fetchStatus !== 'idle' && failureCount === 0 && errorUpdateCount === 0
}

type HeadingProps = { organisation: Pick<UseQueryResult<OrganisationDocument>, 'data'> }

function Heading({ organisation }: HeadingProps) {
  const organisationDashboard = useTextsOf(organisationDashboardTexts)
  const reports = useTextsOf(reportTexts)
  const settings = useTextsOf(settingsTexts)
  const { $id } = useInstitute()
  const isAlone = useWays().length === 0
  if (!isAlone)
    return (
      <>
        <WholeHead
          waiting={<Skeleton width="100%" height="150px" />}
          title={organisationDashboard.title}
          facts={
            <div className={styles.facts}>
              <TotalClasses organisation={organisation} />
              <PasskeyPresent organisation={organisation} />
            </div>
          }
        />
        <div className={styles.ways}>
          <PosterWay />
        </div>
      </>
    )
  return (
    <div className={styles.heading}>
      <div>
        <PageHeading>{organisationDashboard.title}</PageHeading>
        <TotalClasses organisation={organisation} />
      </div>
      <div className={styles.ways}>
        <PasskeyPresent organisation={organisation} />
        <PosterWay />
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

function TotalClasses({ organisation: { data } }: HeadingProps) {
  const { totalClasses } = useTextsOf(organisationDashboardTexts)
  const total = useFormat().number(data?.classes ?? 0)
  return (
    <p className={styles.classes}>
      {data ? (
        <SetApart sentence={totalClasses(total)} part={total}>
          <b>{total}</b>
        </SetApart>
      ) : (
        <Skeleton width="140px" />
      )}
    </p>
  )
}

function PasskeyPresent({ organisation: { data } }: HeadingProps) {
  const { passkey } = useTexts()
  if (data && !data.passKey) return null
  return (
    <p className={styles.passkey}>
      {data ? (
        <>
          <IconCircleCheck size={20} stroke={1.9} aria-hidden="true" />
          <span>{passkey.present}</span>
        </>
      ) : (
        <Skeleton width="150px" height="20px" />
      )}
    </p>
  )
}

function PosterWay() {
  const joinPoster = useTextsOf(joinPosterTexts)
  const { $id } = useInstitute()
  return (
    <Link className={buttonClass()} to={paths.joinPoster($id)}>
      <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
      <span>{joinPoster.way}</span>
    </Link>
  )
}
