import { Link, useParams } from 'react-router'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { AttendanceDetails, AttendanceDetailsSkeleton } from '../../parts/attendance-record/attendance-details.tsx'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { lateJoinOf, SinceJoining } from '../../parts/attendance-record/late-join.ts'
import { useMethodColumn } from '../../parts/attendance-record/mark-columns.tsx'
import { isClassLeftOut, shownStanding } from '../../parts/attendance-record/shown-standing.ts'
import { useOtherVerdict } from '../../parts/attendance-record/use-other-verdict.ts'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useHasPeople, useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { PageHeading, Row, Skeleton } from '../../ui/index.ts'
import { NotInReports } from './not-in-reports.tsx'
import { PeriodPicker } from './period-picker.tsx'
import styles from './report.module.css'
import { ReportList } from './report-list.tsx'
import { ReportsBackLink } from './reports-head.tsx'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

const StudentWays = latePart(async () => (await import('./student-ways.tsx')).StudentWays)

/** One student: the percentage, and every session of the period. */
export function StudentReport() {
  const { studentId = '' } = useParams()
  const words = useTextsOf(reportsTexts)
  const reports = useTextsOf(reportTexts)
  const format = useFormat()
  const { $id } = useInstitute()
  const { period, periodQuery, pageQuery, withPeriod } = useReportAddress()
  const isNoId = !idPattern.test(studentId)
  const sayOther = useOtherVerdict('institute')
  const hasPeople = useHasPeople()
  const mayHaveWays = useMay('office') || hasPeople
  const report = useReport(
    'GET /reports/students/:studentId/report',
    { studentId },
    { ...periodQuery, ...pageQuery },
    isNoId || period.isWrong,
  )
  const error = useKeptError(report)
  const columns = useHistoryColumns(
    (entry, name) => <Link to={withPeriod(paths.sessionSheet($id, entry.sessionId))}>{name}</Link>,
    useMethodColumn(),
  )
  const back = <ReportsBackLink to={withPeriod(paths.studentsReport($id))}>{reports.views.students}</ReportsBackLink>
  if (isNoId || isRequestError(error, 'document_not_found')) return <NotInReports back={back} />
  const student = report.data?.student
  const late = student && lateJoinOf(student)
  return (
    <>
      {back}
      <Row apart>
        <div>
          <PageHeading>{student ? `${student.firstName} ${student.lastName}` : reports.title}</PageHeading>
          <p className={styles.about}>
            {student ? (
              <>
                <span className={styles.code}>{student.rollNumber}</span>
                <span>
                  <span>{reports.joined}</span> <span>{format.day(student.joinedAt)}</span>
                </span>
              </>
            ) : (
              <Skeleton width="260px" />
            )}
          </p>
          {mayHaveWays && (
            <StudentWays
              student={student}
              listPath={withPeriod(paths.studentsReport($id))}
              waiting={
                <div className={styles.ways}>
                  <Skeleton width="200px" height="var(--target)" />
                </div>
              }
            />
          )}
        </div>
        <PeriodPicker />
      </Row>
      {report.data === undefined && !error && !period.isWrong ? (
        // The list waits, too: what the block has to say decides how far down the list begins.
        <AttendanceDetailsSkeleton />
      ) : (
        <>
          {student && !period.isWrong && (
            <AttendanceDetails
              working={shownStanding(student)}
              isClassRunning={isClassLeftOut(student)}
              note={late ? undefined : sayOther(student)}
              {...(late && { lead: <SinceJoining late={late} reader="institute" /> })}
            />
          )}
          <ReportList
            label={words.history}
            report={report}
            isOff={period.isWrong}
            total={report.data?.history.total}
            rows={report.data?.history.entries}
            keyOf={(entry) => entry.sessionId}
            columns={columns}
            empty={{ title: reports.periodEmpty, hint: reports.periodEmptyHint }}
            tools={
              <ExportButtons
                path={reportPaths.exports.student(studentId)}
                query={periodQuery}
                disabled={period.isWrong || !report.data?.history.total}
              />
            }
          />
        </>
      )}
    </>
  )
}
