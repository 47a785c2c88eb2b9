import { IconPrinter } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { reportPaths, sheetFilters } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { ReportedMark, SheetRow as ReportRow, SessionSummary } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { joinNames } from '#contract/text-fields.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Listing } from '../../kit/listing.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { shareOf } from '../../parts/attendance-chart/chart-geometry.ts'
import { deskTexts } from '../../parts/attendance-session/desk-texts.ts'
import sheetStyles from '../../parts/attendance-sheet/attendance-sheet.module.css'
import { SheetList } from '../../parts/attendance-sheet/sheet-list.tsx'
import { SheetHeads, SheetRow, statuses } from '../../parts/attendance-sheet/sheet-row.tsx'
import { RollMark } from '../../parts/courses/roll-row.tsx'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { rulingTexts } from '../../parts/rulings/ruling-texts.ts'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, PageHeading, Percentage, Row, Skeleton, TableFrame } from '../../ui/index.ts'
import { NotInReports } from './not-in-reports.tsx'
import styles from './report.module.css'
import { ReportsBackLink } from './reports-head.tsx'
import { usePrint } from './use-print.ts'
import { useReport } from './use-report.ts'
import { reportPageSize, useReportAddress } from './use-report-address.ts'

/** One session: who was present and who was absent, among the members at that time. It can be printed whole. */
export function SessionSheet() {
  const { sessionId = '' } = useParams()
  const words = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { pageQuery, get, search, change, withPeriod } = useReportAddress()
  const show = sheetFilters.find((one) => one === get('show')) ?? 'all'
  const isNoId = !idPattern.test(sessionId)
  const sheet = useReport('GET /reports/sessions/:sessionId', { sessionId }, { ...pageQuery, show, search }, isNoId)
  const error = useKeptError(sheet)
  const printing = usePrint(sessionId, { show, search })
  const back = <ReportsBackLink to={withPeriod(paths.reports($id))}>{words.views.sessions}</ReportsBackLink>
  if (isNoId || isRequestError(error, 'document_not_found')) return <NotInReports back={back} />
  const { total, rows, session } = sheet.data ?? {}
  return (
    <>
      {back}
      <Row apart>
        <SheetHead session={session} />
        <ExportButtons path={reportPaths.exports.sessionSheet(sessionId)} query={{ show, search }} disabled={!total}>
          <Button
            icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
            busy={printing.isBusy}
            disabled={!total}
            onClick={() => printing.print(total ?? 0)}
          >
            {words.print}
          </Button>
        </ExportButtons>
      </Row>
      <SheetList
        filters={sheetFilters.map((value) => ({ value, label: words.shows[value], icon: signs[value] }))}
        filter={show}
        onFilter={(value) => change({ show: value === 'all' ? null : value })}
      >
        <Listing
          of={sheet}
          total={total}
          pageSize={reportPageSize}
          shown={rows?.length}
          empty={{ title: words.sheetEmpty }}
        >
          {(foot) =>
            rows && session ? (
              <TableFrame>
                <Rows session={session} rows={rows} isOutdated={sheet.isPlaceholderData} />
                {foot}
              </TableFrame>
            ) : (
              <Skeleton height="320px" />
            )
          }
        </Listing>
      </SheetList>
      {printing.paper && <printing.paper.PaperSheet sheet={printing.paper.sheet} />}
    </>
  )
}

function SheetHead({ session }: { session: SessionSummary | undefined }) {
  const words = useTextsOf(reportsTexts)
  const report = useTextsOf(reportTexts)
  const { sheet } = useTextsOf(deskTexts)
  const { $id } = useInstitute()
  const { sessionId = '' } = useParams()
  const hasClasses = useMay('classes')
  const format = useFormat()
  return (
    <div>
      <PageHeading>{session ? words.session(format.number(session.number)) : report.sheet}</PageHeading>
      <p className={styles.about}>
        {session ? (
          <>
            <span>{format.dateTime(session.startedAt)}</span>
            <span>
              <b>{report.presentOf(format.number(session.present), format.number(session.expected))}</b>
            </span>
            {session.headCount && <span>{report.counted(format.number(session.headCount.counted))}</span>}
            {session.state === 'running' ? (
              <span className={styles.running}>{words.running}</span>
            ) : (
              session.expected > 0 && <Percentage percent={shareOf(session)} line={goodAttendancePercent} />
            )}
          </>
        ) : (
          <Skeleton width="320px" />
        )}
      </p>
      {/* There from the start: nothing moves when the session arrives. */}
      {hasClasses && <Link to={paths.attendanceSheet($id, sessionId)}>{sheet.checks}</Link>}
    </div>
  )
}

type RowsProps = { session: SessionSummary; rows: readonly ReportRow[]; isOutdated: boolean }

function Rows({ session, rows, isOutdated }: RowsProps) {
  const words = useTextsOf(reportsTexts)
  const report = useTextsOf(reportTexts)
  const { decision } = useTextsOf(rulingTexts)
  const { number, dateTime } = useFormat()
  const { $id } = useInstitute()
  const { withPeriod } = useReportAddress()
  const ruling = useRuling(rows)
  const mayRule = useMay('teaching')
  const actOn = (mark: ReportedMark, name: string, { personId, rollNumber }: ReportRow) => ({
    label: decision.decide,
    name: decision.decideNamed(name),
    onPress: () =>
      ruling.decide({
        ...{ sessionId: session.id, personId, name, rollNumber },
        session: `${words.session(number(session.number))}, ${dateTime(mark.markedAt)}`,
      }),
  })
  return (
    <>
      <SheetHeads />
      <ul className={sheetStyles.rows} aria-label={report.sheet} aria-busy={isOutdated}>
        {rows.map((row) => {
          const { id, firstName, lastName, rollNumber, presence, mark } = row
          const name = joinNames(firstName, lastName)
          return (
            <SheetRow
              key={id}
              {...{ name, rollNumber }}
              to={withPeriod(paths.studentReport($id, id))}
              status={statuses[presence]}
              says={words.presences[presence]}
              isDisputed={Boolean(mark?.flaggedAt)}
              mark={mark && markOf(mark)}
              notes={mark?.ruling ? [`“${sayReason(mark.ruling.reason, words.preparedReasons)}”`] : []}
              act={mayRule && mark !== null && actOn(mark, name, row)}
              decision={ruling.at(row)}
            />
          )
        })}
      </ul>
      {ruling.dialog}
    </>
  )
}

const signs = { all: undefined, present: <RollMark status="present" />, absent: <RollMark status="absent" /> }

const markOf = ({ markedAt, method, handReason }: ReportedMark) => ({
  markedAt,
  way: method === 'kiosk' ? ('screen' as const) : method,
  ...(handReason !== undefined && { reason: handReason }),
})
