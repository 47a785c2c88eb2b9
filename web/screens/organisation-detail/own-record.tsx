import { useState } from 'react'
import type { HistoryEntry } from '#contract/reports.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useDisputeTexts } from '../../language/dispute-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { type Column, nothing, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { Pager } from '../../parts/paging/pager.tsx'
import { mayDispute } from '../../parts/receipts/may-dispute.ts'
import { useQuestion } from '../../parts/receipts/use-question.ts'
import { Button, ErrorState } from '../../ui/index.ts'
import styles from './own-record.module.css'
import { historyPageSize, useOwnReport } from './use-own-report.ts'

/** Every session of one institute, as the student met it; a mark that another person made can be disputed there. */
export function OwnRecord({ organisationId }: { organisationId: string }) {
  const texts = useTexts()
  const [page, setPage] = useState(0)
  const columns = useHistoryColumns((_entry, name) => name, useNotMeColumn())
  const report = useOwnReport(organisationId, page)
  const error = useKeptError(report)
  if (report.data === undefined) {
    return error ? (
      <ErrorState message={messageOf(error, texts)} busy={report.isFetching} onRetry={() => void report.refetch()} />
    ) : null
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

function useNotMeColumn(): Column<HistoryEntry> {
  const { receipts: words } = useTexts()
  const { ask } = useQuestion()
  return {
    key: 'notMe',
    label: words.question,
    cell: (entry) => <NotMe entry={entry} onAsk={() => ask(entry.sessionId)} />,
  }
}

function NotMe({ entry: { number, mark }, onAsk }: { entry: HistoryEntry; onAsk: () => void }) {
  const { receipts: words, reports } = useTexts()
  const disputeTexts = useDisputeTexts()
  const format = useFormat()
  if (mark === null) return nothing
  if (!mayDispute(mark)) return nothing
  const wasWithdrawn = mark.ruling?.status === 'absent'
  const isDisputed = mark.flaggedAt !== null
  const offered = wasWithdrawn ? disputeTexts.wasThere : words.notMe
  const action = isDisputed ? disputeTexts.takeBack : offered
  const button = (
    <Button
      kind="quiet"
      className={styles.notMe}
      aria-label={`${action}, ${reports.session(format.number(number))}`}
      onClick={onAsk}
    >
      {action}
    </Button>
  )
  if (!isDisputed) return button
  return (
    <div className={styles.disputed}>
      {wasWithdrawn ? disputeTexts.youSaidThere : words.youSaid}
      {button}
    </div>
  )
}
