import { IconPrinter } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { deskTexts } from '#contract/desk-texts.ts'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths, sheetFilters } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { SessionSummary, SheetRow } from '#contract/reports.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { SearchField } from '../../kit/search-field.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMethodColumn, usePresenceColumn } from '../../parts/attendance-record/mark-columns.tsx'
import { type Column, nothing } from '../../parts/attendance-record/register-table.tsx'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import type { CellToRule } from '../../parts/rulings/cell-to-rule.ts'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, Choice, PageHeading, Percentage, Skeleton } from '../../ui/index.ts'
import { shareOf } from './chart-geometry.ts'
import { NotInReports } from './not-in-reports.tsx'
import styles from './report.module.css'
import { ReportList } from './report-list.tsx'
import { ReportsBackLink } from './reports-head.tsx'
import { usePrint } from './use-print.ts'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

/** One session: who was present and who was absent, among the members at that time. It can be printed whole. */
export function SessionSheet() {
  const { sessionId = '' } = useParams()
  const { reports: words } = useTexts()
  const { $id } = useInstitute()
  const { pageQuery, get, search, change, withPeriod } = useReportAddress()
  const show = sheetFilters.find((one) => one === get('show')) ?? 'all'
  const isNoId = !idPattern.test(sessionId)
  const sheet = useReport(
    'GET /reports/sessions/:sessionId/report',
    { sessionId },
    { ...pageQuery, show, search },
    isNoId,
  )
  const error = useKeptError(sheet)
  const printing = usePrint(sessionId, { show, search })
  const ruling = useRuling()
  const columns = useColumns(sheet.data?.session, ruling.decide)
  const back = <ReportsBackLink to={withPeriod(paths.reports($id))}>{words.views.sessions}</ReportsBackLink>
  if (isNoId || isRequestError(error, 'document_not_found')) return <NotInReports back={back} />
  const total = sheet.data?.total
  return (
    <>
      {back}
      <SheetHead session={sheet.data?.session} />
      <ReportList
        label={words.sheet}
        report={sheet}
        total={total}
        rows={sheet.data?.rows}
        keyOf={(row) => row.id}
        columns={columns}
        empty={{ title: words.sheetEmpty }}
        tools={
          <>
            <div className={styles.filters}>
              <Choice
                label={words.show}
                options={sheetFilters.map((value) => ({ value, label: words.shows[value] }))}
                value={show}
                onChoose={(value) => change({ show: value === 'all' ? null : value })}
              />
              <SearchField className={styles.search} />
            </div>
            <ExportButtons
              path={reportPaths.exports.sessionSheet(sessionId)}
              query={{ show, search }}
              disabled={!total}
            >
              <Button
                icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
                busy={printing.isBusy}
                disabled={!total}
                onClick={() => printing.print(total ?? 0)}
              >
                {words.print}
              </Button>
            </ExportButtons>
          </>
        }
      />
      {printing.paper && <printing.paper.PaperSheet sheet={printing.paper.sheet} />}
      {ruling.dialog}
    </>
  )
}

function SheetHead({ session }: { session: SessionSummary | undefined }) {
  const { reports: words } = useTexts()
  const { counted } = useTextsOf('report', reportTexts)
  const { sheet } = useTextsOf('desk', deskTexts)
  const { $id } = useInstitute()
  const { sessionId = '' } = useParams()
  const hasClasses = useMay('classes')
  const format = useFormat()
  return (
    <div>
      <PageHeading>{session ? words.session(format.number(session.number)) : words.sheet}</PageHeading>
      <p className={styles.about}>
        {session ? (
          <>
            <span>{format.dateTime(session.startedAt)}</span>
            <span>
              <b>{words.presentOf(format.number(session.present), format.number(session.expected))}</b>
            </span>
            {session.headCount && <span>{counted(format.number(session.headCount.counted))}</span>}
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

function useColumns(
  session: SessionSummary | undefined,
  decide: (cell: CellToRule) => void,
): readonly Column<SheetRow>[] {
  const { reports: words } = useTexts()
  const { decision } = useTextsOf('ruling', rulingTexts)
  const format = useFormat()
  const { $id } = useInstitute()
  const { withPeriod } = useReportAddress()
  const presence = usePresenceColumn()
  const method = useMethodColumn()
  const rules = useMay('teaching')
  const columns: readonly Column<SheetRow>[] = [
    {
      key: 'rollNumber',
      label: words.columns.rollNumber,
      isCode: true,
      isPlain: true,
      cell: ({ rollNumber }) => rollNumber,
    },
    {
      key: 'name',
      label: words.columns.name,
      isMain: true,
      cell: (row) => (
        <Link to={withPeriod(paths.studentReport($id, row.id))}>{joinNames(row.firstName, row.lastName)}</Link>
      ),
    },
    presence,
    { key: 'marked', label: words.columns.marked, cell: ({ mark }) => (mark ? format.time(mark.markedAt) : nothing) },
    method,
    {
      key: 'decide',
      label: decision.column,
      isPlain: true,
      cell: ({ personId, firstName, lastName, rollNumber, mark }) =>
        mark && session ? (
          <Button
            kind="quiet"
            aria-label={decision.decideNamed(`${firstName} ${lastName}`)}
            onClick={() =>
              decide({
                sessionId: session.id,
                personId,
                name: `${firstName} ${lastName}`,
                rollNumber,
                session: `${words.session(format.number(session.number))}, ${format.dateTime(mark.markedAt)}`,
              })
            }
          >
            {decision.decide}
          </Button>
        ) : (
          nothing
        ),
    },
  ]
  return rules ? columns : columns.filter(({ key }) => key !== 'decide')
}
