import { IconCircleCheck, IconQrcode, IconReportAnalytics, IconSettings } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link, Navigate } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { paths } from '#contract/paths.ts'
import { settingsTexts } from '#contract/settings-texts.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { OpenDisputes, useOpenDisputes } from '../../parts/open-disputes/open-disputes.tsx'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useWays } from '../../parts/profile/ways-bar.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { buttonClass, EmptyState, PageHeading, SetApart, Skeleton, TableFrame } from '../../ui/index.ts'
import { useHeldPasskeys } from './held-passkeys.tsx'
import styles from './organisation-dashboard.module.css'
import { PasskeyNotices } from './passkey-notices.tsx'
import { RunningSession } from './running-session.tsx'
import { StudentTable } from './student-table.tsx'

/** Spec §2, /admin/dashboard/{userId}: the organisation's students. */
export function OrganisationDashboard() {
  const organisation = useInstituteProfile()
  const error = useKeptError(organisation)
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  const { $id } = useInstitute()
  const hasClasses = useMay('classes')
  const reads = useMay('readers')
  const { noClasses, noClassesHint } = useTextsOf('acting', actingTexts)
  if (!hasClasses && reads) return <Navigate to={paths.reports($id)} replace />
  return (
    <>
      <InstituteBar kind={needsPasskey ? 'secondary' : 'primary'} />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <Heading organisation={organisation} />
        {organisation.data === undefined && error ? (
          <QueryError error={error} of={organisation} />
        ) : !hasClasses ? (
          <TableFrame>
            <EmptyState title={noClasses}>{noClassesHint}</EmptyState>
          </TableFrame>
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

function Heading({ organisation: { data } }: { organisation: UseQueryResult<OrganisationDocument> }) {
  const { joinPoster, organisationDashboard, passkey, reports } = useTexts()
  const settings = useTextsOf('settings', settingsTexts)
  const { $id } = useInstitute()
  const total = useFormat().number(data?.classes ?? 0)
  const isAlone = useWays('ORG').length === 0
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
        {/* Otherwise the ways stand in the bar. */}
        {isAlone && (
          <>
            <Link className={buttonClass()} to={paths.reports($id)}>
              <IconReportAnalytics size={20} stroke={1.9} aria-hidden="true" />
              <span>{reports.title}</span>
            </Link>
            <Link className={buttonClass()} to={paths.settings($id)}>
              <IconSettings size={20} stroke={1.9} aria-hidden="true" />
              <span>{settings.title}</span>
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
