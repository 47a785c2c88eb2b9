import { useParams } from 'react-router'
import { workOutAttendance } from '#contract/attendance-working.ts'
import { formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import type { OwnReport } from '#contract/reports.ts'
import type { InstituteDocument } from '../../client/document-calls.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { MayBeOld } from '../../kit/may-be-old.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { AttendanceDetails, AttendanceDetailsSkeleton } from '../../parts/attendance-record/attendance-details.tsx'
import { BothNumbers, lateJoinOf, SinceJoining } from '../../parts/attendance-record/late-join.ts'
import { organisationDetailTexts } from '../../parts/attendance-record/organisation-detail-texts.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { useOtherVerdict } from '../../parts/attendance-record/use-other-verdict.ts'
import { readAttendanceEntry } from '../../parts/attendance-session/attendance-entry.ts'
import { useAccount, useStudentProfile } from '../../session/session.ts'
import {
  BackLink,
  CodeChip,
  DetailList,
  EmailAddress,
  ErrorState,
  Fieldset,
  HeadingWithHint,
  Initials,
  PageHeading,
  Skeleton,
} from '../../ui/index.ts'
import styles from './organisation-detail.module.css'
import { OwnRecord } from './own-record.tsx'
import { useOrganisationDetail } from './use-organisation-detail.ts'
import { useOwnReport } from './use-own-report.ts'

/** Spec §2, /dashboard/{userId}/{org}: one organisation and the student's attendance there. */
export function OrganisationDetail() {
  const studentDashboard = useTextsOf(studentDashboardTexts)
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
  const organisationDetail = useTextsOf(organisationDetailTexts)
  const student = useStudentProfile()
  const code = normaliseInstituteCode(org)
  const organisation = useOrganisationDetail(code)
  const report = useOwnReport(code, 0)
  const studentError = useKeptError(student)
  const organisationError = useKeptError(organisation)
  const reportError = useKeptError(report)

  if (isRequestError(organisationError, 'document_not_found')) {
    return <HeadingWithHint heading={organisationDetail.notAMember} hint={organisationDetail.notAMemberHint} />
  }
  // The record, too: what it says of the percentage stands above the contacts and would push them away later.
  if (student.data && organisation.data && (report.data || reportError)) {
    const { total } = readAttendanceEntry(student.data.attendance, organisation.data.$id)
    const reads = [organisation, student, report]
    const failed = reads.find(({ isError }) => isError) ?? report
    return <Details organisation={organisation.data} total={total} report={report.data} failed={failed} />
  }
  const error = (organisation.data === undefined && organisationError) || (student.data === undefined && studentError)
  if (error) {
    const retry = () => Promise.all([organisation.refetch(), student.refetch()])
    return (
      <>
        <PageHeading>{formatInstituteCode(code)}</PageHeading>
        <ErrorState
          message={messageOf(error)}
          busy={organisation.isFetching || student.isFetching}
          onRetry={() => void retry()}
        />
      </>
    )
  }
  return <DetailsSkeleton />
}

function Details({
  organisation,
  total,
  report,
  failed,
}: {
  organisation: InstituteDocument
  total: number
  report: OwnReport | undefined
  /** What could not be read again, where something could not. */
  failed: Parameters<typeof MayBeOld>[0]['of']
}) {
  const words = useTextsOf(organisationDetailTexts)
  const sayOther = useOtherVerdict('student')
  const late = report && lateJoinOf(report)
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
        <AttendanceDetails
          working={workOutAttendance(total, organisation.classes)}
          note={report && (late ? <BothNumbers before={late.before} /> : sayOther(report))}
          {...(late && { lead: <SinceJoining late={late} reader="student" /> })}
        />
        <MayBeOld of={failed} />
        <Fieldset legend={words.contact}>
          <DetailList
            details={[
              { label: words.email, value: <EmailAddress>{organisation.email}</EmailAddress> },
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
  const words = useTextsOf(organisationDetailTexts)
  const line = (label: string) => ({ label, value: <Skeleton width="120px" /> })
  return (
    <div className={styles.waiting}>
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
        <AttendanceDetailsSkeleton />
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
