import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionSummary } from '#contract/reports.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { type Column, nothing } from '../../parts/attendance-record/register-table.tsx'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useInstitute } from '../../session/session.ts'
import { Percentage, Skeleton } from '../../ui/index.ts'
import { shareOf } from './chart-geometry.ts'
import styles from './report.module.css'
import { ReportList } from './report-list.tsx'
import { ReportsHead } from './reports-head.tsx'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

/** It comes with its numbers, not before the list. */
const AttendanceChart = latePart(async () => (await import('./attendance-chart.tsx')).AttendanceChart)

/** Every session of the period: its chart, and links to their sheets. */
export function SessionsReport() {
  const { reports: words } = useTexts()
  const { period, periodQuery, pageQuery } = useReportAddress()
  const sessions = useReport('GET /reports/sessions', {}, { ...periodQuery, ...pageQuery }, period.isWrong)
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
            path={reportPaths.exports.sessions}
            query={periodQuery}
            disabled={period.isWrong || !sessions.data?.total}
            further={{ label: words.exportBook, path: reportPaths.exports.attendanceBook, query: periodQuery }}
          />
        }
      />
    </>
  )
}

/** The list below the chart shows the error, once. */
function Chart() {
  const { periodQuery } = useReportAddress()
  const overTime = useReport('GET /reports/attendance-over-time', {}, periodQuery)
  const error = useKeptError(overTime)
  const { data } = overTime
  const place = (
    <div className={styles.noChart}>
      <Skeleton width="220px" height="25px" />
    </div>
  )
  if (data === undefined) return error ? null : place
  // No session has ended yet.
  if (data.points.length === 0) return null
  return <AttendanceChart points={data.points} waiting={place} />
}

function useColumns(): readonly Column<SessionSummary>[] {
  const { reports: words } = useTexts()
  const format = useFormat()
  const { $id } = useInstitute()
  const { withPeriod } = useReportAddress()
  return [
    {
      key: 'session',
      label: words.columns.session,
      isMain: true,
      cell: (session) => (
        <span className={styles.unbroken}>
          <Link to={withPeriod(paths.sessionSheet($id, session.id))}>
            {words.session(format.number(session.number))}
          </Link>
          {session.state === 'running' && <span className={styles.running}>{words.running}</span>}
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
      // A running session has no absent students.
      cell: ({ state, expected, present }) => (state === 'running' ? nothing : format.number(expected - present)),
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
        session.state === 'running' || session.expected === 0 ? (
          nothing
        ) : (
          <Percentage percent={shareOf(session)} line={goodAttendancePercent} />
        ),
    },
  ]
}
