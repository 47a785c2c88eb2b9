import { useState } from 'react'
import type { ReportedMark } from '#contract/reports.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useDisputeTexts } from '../../language/dispute-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { RegisterTable } from '../../parts/attendance-record/register-table.tsx'
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
  const columns = useHistoryColumns((_entry, name) => name)
  const { ask } = useQuestion()
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
        more={(entry) =>
          entry.mark && mayDispute(entry.mark) ? (
            <NotMe number={entry.number} mark={entry.mark} onAsk={() => ask(entry.sessionId)} />
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

type NotMeProps = { number: number; mark: ReportedMark; onAsk: () => void }

/** The dispute of one mark: the way to it, or what the student said and the way back. */
function NotMe({ number, mark, onAsk }: NotMeProps) {
  const { receipts: words, reports } = useTexts()
  const disputeTexts = useDisputeTexts()
  const format = useFormat()
  const wasWithdrawn = mark.ruling?.status === 'absent'
  const isDisputed = mark.flaggedAt !== null
  const offered = wasWithdrawn ? disputeTexts.wasThere : words.notMe
  const action = isDisputed ? disputeTexts.takeBack : offered
  return (
    <div className={styles.dispute}>
      {isDisputed && <span>{wasWithdrawn ? disputeTexts.youSaidThere : words.youSaid}</span>}
      <Button
        kind="quiet"
        className={styles.notMe}
        aria-label={`${action}, ${reports.session(format.number(number))}`}
        onClick={onAsk}
      >
        {action}
      </Button>
    </div>
  )
}
