import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { classNames, Skeleton } from '../../ui/index.ts'
import { findTrend } from './find-trend.ts'
import styles from './reports-head.module.css'
import { useAttendanceOverTime } from './use-group-reports.ts'
import { useReportAddress } from './use-report-address.ts'

/** One line: how many students of the whole institute are below 75%, and where attendance is going. */
export function ReportSummary() {
  const { period } = useReportAddress()
  const { $id } = useInstitute()
  const words = useTextsOf(reportTexts)
  const format = useFormat()
  const { data, isError } = useAttendanceOverTime(period.isWrong)
  if (period.isWrong) return null
  const className = classNames(styles.summary, period.kind === 'all' && styles.ofAll)
  // The list below says what went wrong.
  if (data === undefined) return <p className={className}>{!isError && <Skeleton width="240px" />}</p>
  const { students, points } = data
  const trend = findTrend(points)
  return (
    <p className={className}>
      {students && (
        <Below75
          sentence={words.below75(students.below75, students.total)}
          to={students.below75 === 0 ? undefined : `${paths.studentsReport($id)}?below75=true`}
        />
      )}{' '}
      <span>
        {trend
          ? words.trend(format.number(trend.sessions), format.percent(trend.share), format.percent(trend.before))
          : !students && words.noTrend}
      </span>
    </p>
  )
}

/** `to`: the list of these students; none where there is no such student. */
function Below75({ sentence, to }: { sentence: string; to: string | undefined }) {
  return <b>{to === undefined ? sentence : <Link to={to}>{sentence}</Link>}</b>
}
