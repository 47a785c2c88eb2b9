import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { SessionSummary } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { shareOf } from '../../parts/attendance-chart/chart-geometry.ts'
import { type Column, nothing } from '../../parts/attendance-record/register-table.tsx'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Card, Percentage, Skeleton } from '../../ui/index.ts'
import styles from './report.module.css'
import { ReportList } from './report-list.tsx'
import { ReportsHead } from './reports-head.tsx'
import { useAttendanceOverTime, useSessionsReport } from './use-group-reports.ts'
import { useReportAddress } from './use-report-address.ts'

const { exports } = reportPaths

/** It comes with its numbers, not before the list. */
const AttendanceChart = latePart(
  async () => (await import('../../parts/attendance-chart/attendance-chart.tsx')).AttendanceChart,
)

/** Every session of the period: its chart, and links to their sheets. */
export function SessionsReport() {
  const words = useTextsOf(reportTexts)
  const { courseId, period, periodQuery, pageQuery } = useReportAddress()
  const { $id } = useInstitute()
  const sessions = useSessionsReport({ ...periodQuery, ...pageQuery }, period.isWrong)
  const columns = useColumns()
  return (
    <>
      <ReportsHead />
      {!period.isWrong && sessions.data?.total !== 0 && <Chart />}
      <ReportList
        label={words.views.sessions}
        report={sessions}
        isOff={period.isWrong}
        total={sessions.data?.total}
        rows={sessions.data?.sessions}
        keyOf={(session) => session.id}
        columns={columns}
        empty={{ title: words.periodEmpty, hint: words.periodEmptyHint }}
        tools={
          <ExportButtons
            path={exports.sessions(courseId ?? $id)}
            query={periodQuery}
            disabled={period.isWrong || !sessions.data?.total}
            further={
              courseId === undefined
                ? { label: words.exportBook, path: exports.attendanceBook, query: periodQuery }
                : { label: words.exportBook, path: exports.courseRegister(courseId), query: {} }
            }
          />
        }
      />
    </>
  )
}

/** The list below the chart shows the error, once. */
function Chart() {
  const overTime = useAttendanceOverTime()
  const error = useKeptError(overTime)
  const { data } = overTime
  const place = (
    <Card className={styles.noChart}>
      <Skeleton width="220px" height="25px" />
    </Card>
  )
  if (data === undefined) return error ? null : place
  // No session has ended yet.
  if (data.points.length === 0) return null
  return <AttendanceChart points={data.points} goal={data.goal ?? goodAttendancePercent} waiting={place} />
}

const isCounted = ({ state, uncounted }: SessionSummary) => state === 'ended' && uncounted === undefined

function useColumns(): readonly Column<SessionSummary>[] {
  const words = useTextsOf(reportsTexts)
  const format = useFormat()
  const { $id } = useInstitute()
  const { courseId, period, withPeriod } = useReportAddress()
  const { uncounted: reasons } = useTextsOf(reportTexts)
  const goal = useAttendanceOverTime(period.isWrong).data?.goal ?? goodAttendancePercent
  const opensSheets = useMay('today') || courseId === undefined
  const nameSession = ({ id, number }: SessionSummary) => {
    const name = words.session(format.number(number))
    if (!opensSheets) return name
    const to = courseId === undefined ? withPeriod(paths.sessionSheet($id, id)) : paths.courseSession($id, id)
    return <Link to={to}>{name}</Link>
  }
  return [
    {
      key: 'session',
      label: words.columns.session,
      isMain: true,
      cell: (session) => (
        <span className={styles.unbroken}>
          <span>{nameSession(session)}</span>
          {session.state === 'running' && <span className={styles.running}>{words.running}</span>}
          {session.uncounted && <span className={styles.uncounted}>{reasons[session.uncounted]}</span>}
        </span>
      ),
    },
    {
      key: 'started',
      label: words.columns.started,
      isPlain: true,
      cell: ({ startedAt }) => format.dateTime(startedAt),
    },
    { key: 'present', label: words.columns.present, isNumber: true, cell: ({ present }) => format.number(present) },
    {
      key: 'absent',
      label: words.columns.absent,
      isNumber: true,
      // The share says it, too; beside disputes it would take a line more.
      isForWide: true,
      // A running session has no absent students, nor has one that counts for no one.
      cell: (session) => (isCounted(session) ? format.number(session.expected - session.present) : nothing),
    },
    {
      key: 'flagged',
      label: words.flagged,
      isNumber: true,
      cell: ({ flagged }) => (flagged === 0 ? nothing : format.number(flagged)),
    },
    {
      key: 'share',
      label: words.columns.share,
      isNumber: true,
      isVerdict: true,
      cell: (session) =>
        isCounted(session) && session.expected > 0 ? <Percentage percent={shareOf(session)} line={goal} /> : nothing,
    },
  ]
}
