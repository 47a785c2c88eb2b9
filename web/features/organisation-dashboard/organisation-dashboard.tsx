import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useProfile } from '../../app/session.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, ErrorState, PageHeading, SetApart, Skeleton } from '../../ui/index.ts'
import { useStartAttendance } from '../attendance-session/use-start-attendance.ts'
import { PasskeyBanner } from '../passkey/passkey-banner.tsx'
import { organisationProfile } from '../profile/profile.ts'
import { SignedInPage } from '../profile/signed-in-page.tsx'
import { TopBar } from '../profile/top-bar.tsx'
import styles from './organisation-dashboard.module.css'
import { StudentTable } from './student-table.tsx'

/** Spec §2, /admin/dashboard/{userId}: the organisation's students. */
export function OrganisationDashboard() {
  const texts = useTexts()
  const { start, isStarting } = useStartAttendance()
  const organisation = useProfile('ORG')
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  return (
    <>
      <TopBar
        label="ORG"
        profile={organisation.data && organisationProfile(organisation.data)}
        action={
          <Button
            kind={needsPasskey ? 'secondary' : 'primary'}
            icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
            busy={isStarting}
            disabled={organisation.data === undefined}
            onClick={start}
          >
            {texts.attendance.start}
          </Button>
        }
      />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <Heading organisation={organisation} />
        {organisation.data === undefined && organisation.error ? (
          <ErrorState
            message={messageOf(organisation.error, texts)}
            busy={organisation.isFetching}
            onRetry={() => void organisation.refetch()}
          />
        ) : (
          <StudentTable />
        )}
      </SignedInPage>
    </>
  )
}

function Heading({ organisation: { data } }: { organisation: UseQueryResult<OrganisationDocument> }) {
  const { organisationDashboard, passkey } = useTexts()
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
      {data?.passKey && (
        <p className={styles.passkey}>
          <IconCircleCheck size={20} stroke={1.9} aria-hidden="true" />
          {passkey.present}
        </p>
      )}
    </div>
  )
}
