import { useState } from 'react'
import { disputeTexts } from '#contract/dispute-texts.ts'
import type { HistoryEntry, ReportedMark } from '#contract/reports.ts'
import { historyPageSize } from '#contract/rules.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Pager } from '../../kit/pager.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { type Column, nothing, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { DisputeWay } from '../../parts/receipts/dispute-way.tsx'
import { hasDispute, sayDispute } from '../../parts/receipts/has-dispute.ts'
import { WayBadge } from '../../parts/way-badge/way-badge.tsx'
import styles from './own-record.module.css'
import { useOwnReport } from './use-own-report.ts'

/** Every session of one institute, as the student met it; a mark that another person made can be disputed there. */
export function OwnRecord({ organisationId }: { organisationId: string }) {
  const texts = useTexts()
  const [page, setPage] = useState(0)
  const columns = useHistoryColumns((_entry, name) => name, useWayColumn())
  const report = useOwnReport(organisationId, page)
  const error = useKeptError(report)
  if (report.data === undefined) {
    return error ? <QueryError error={error} of={report} /> : null
  }
  const { history } = report.data
  if (history.total === 0) return null
  return (
    <div className={styles.history}>
      <RegisterTable
        label={texts.reports.history}
        columns={columns}
        rows={history.entries}
        keyOf={(entry) => entry.sessionId}
        more={(entry) =>
          entry.mark && hasDispute(entry.mark) ? (
            <Dispute number={entry.number} sessionId={entry.sessionId} mark={entry.mark} />
          ) : undefined
        }
        busy={report.isPlaceholderData}
        foot={
          <Pager
            page={page}
            pageSize={historyPageSize}
            total={history.total}
            shown={history.entries.length}
            busy={report.isPlaceholderData}
            onPageChange={setPage}
          />
        }
      />
    </div>
  )
}

/** How each mark was made, in the words of the institute's own sheet. */
function useWayColumn(): Column<HistoryEntry> {
  const { reports } = useTexts()
  const { ways } = useTextsOf('dispute', disputeTexts)
  return {
    key: 'way',
    label: reports.columns.method,
    isPlain: true,
    cell: ({ mark }) => {
      if (!mark) return nothing
      const way = mark.method === 'kiosk' ? 'screen' : mark.method
      return (
        <span className={styles.way}>
          <WayBadge way={way}>{ways[way]}</WayBadge>
        </span>
      )
    },
  }
}

type DisputeProps = { number: number; sessionId: string; mark: ReportedMark }

/** The dispute of one mark: the way to it, or what the student said and the way back. */
function Dispute({ number, sessionId, mark }: DisputeProps) {
  const texts = useTexts()
  const disputeWords = useTextsOf('dispute', disputeTexts)
  const format = useFormat()
  return (
    <div className={styles.dispute}>
      {mark.flaggedAt !== null && <span>{sayDispute(mark, disputeWords, texts)}</span>}
      <DisputeWay mark={mark} sessionId={sessionId} about={texts.reports.session(format.number(number))} />
    </div>
  )
}
