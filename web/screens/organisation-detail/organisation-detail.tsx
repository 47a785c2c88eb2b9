import { useParams } from 'react-router'
import { formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTexts } from '../../language/texts.ts'
import { readAttendanceEntry } from '../../parts/attendance-session/attendance-entry.ts'
import { useAccount, useProfile } from '../../session/session.ts'
import {
  BackLink,
  CodeChip,
  DetailList,
  ErrorState,
  Fieldset,
  HeadingWithHint,
  Initials,
  PageHeading,
  Skeleton,
} from '../../ui/index.ts'
import { AttendanceDetails } from './attendance-details.tsx'
import styles from './organisation-detail.module.css'
import { OwnRecord } from './own-record.tsx'
import type { OrganisationDetails } from './use-organisation-detail.ts'
import { useOrganisationDetail } from './use-organisation-detail.ts'

/** Spec §2, /dashboard/{userId}/{org}: one organisation and the student's attendance there. */
export function OrganisationDetail() {
  const { studentDashboard } = useTexts()
  const { $id } = useAccount()
  return (
    <>
      <BackLink to={paths.studentDashboard($id)}>{studentDashboard.title}</BackLink>
      <Content />
    </>
  )
}

function Content() {
  const { org = '' } = useParams()
  const texts = useTexts()
  const { organisationDetail } = texts
  const student = useProfile('STD')
  const code = normaliseInstituteCode(org)
  const organisation = useOrganisationDetail(code)
  const studentError = useKeptError(student)
  const organisationError = useKeptError(organisation)

  if (isRequestError(organisationError, 'document_not_found')) {
    return <HeadingWithHint heading={organisationDetail.notAMember} hint={organisationDetail.notAMemberHint} />
  }
  if (student.data && organisation.data) {
    const { total } = readAttendanceEntry(student.data.attendance, organisation.data.$id)
    return <Details organisation={organisation.data} total={total} />
  }
  const error = (organisation.data === undefined && organisationError) || (student.data === undefined && studentError)
  if (error) {
    const retry = () => Promise.all([organisation.refetch(), student.refetch()])
    return (
      <>
        <PageHeading>{formatInstituteCode(code)}</PageHeading>
        <ErrorState
          message={messageOf(error, texts)}
          busy={organisation.isFetching || student.isFetching}
          onRetry={() => void retry()}
        />
      </>
    )
  }
  return <DetailsSkeleton />
}

function Details({ organisation, total }: { organisation: OrganisationDetails; total: number }) {
  const { organisationDetail: words } = useTexts()
  return (
    <>
      <header className={styles.head}>
        <Initials name={organisation.name} of="institute" size="large" />
        <div className={styles.words}>
          <PageHeading className={styles.name}>{organisation.name}</PageHeading>
          <CodeChip>{formatInstituteCode(organisation.$id)}</CodeChip>
        </div>
      </header>
      <div className={styles.sets}>
        <AttendanceDetails classes={organisation.classes} total={total} />
        <Fieldset legend={words.contact}>
          <DetailList
            details={[
              { label: words.email, value: organisation.email },
              { label: words.phoneNumber, value: organisation.phoneNumber },
            ]}
          />
        </Fieldset>
        <Fieldset legend={words.address}>
          <DetailList
            details={[
              { label: words.addressLine1, value: organisation.addressLine1 },
              { label: words.addressLine2, value: organisation.addressLine2 },
              { label: words.city, value: organisation.city },
              { label: words.state, value: organisation.state },
            ]}
          />
        </Fieldset>
        <OwnRecord key={organisation.$id} organisationId={organisation.$id} />
      </div>
    </>
  )
}

function DetailsSkeleton() {
  const { common, organisationDetail: words } = useTexts()
  const line = (label: string) => ({ label, value: <Skeleton width="120px" /> })
  return (
    <div className={styles.waiting} role="status" aria-label={common.loading}>
      <div className={styles.head}>
        <Skeleton width="84px" height="84px" />
        <div className={styles.words}>
          <p className={styles.name}>
            <Skeleton width="320px" />
          </p>
          <Skeleton width="98px" height="28px" />
        </div>
      </div>
      <div className={styles.sets}>
        <Fieldset legend={words.attendance} className={styles.attendanceWaiting}>
          <Skeleton width="280px" height="88px" />
        </Fieldset>
        <Fieldset legend={words.contact}>
          <DetailList details={[line(words.email), line(words.phoneNumber)]} />
        </Fieldset>
        <Fieldset legend={words.address}>
          <DetailList
            details={[line(words.addressLine1), line(words.addressLine2), line(words.city), line(words.state)]}
          />
        </Fieldset>
      </div>
    </div>
  )
}
