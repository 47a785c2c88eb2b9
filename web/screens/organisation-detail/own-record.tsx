import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoryEntry } from '#contract/reports.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import type { Column } from '../../parts/attendance-record/register-table.tsx'
import { RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { Working } from '../../parts/attendance-record/working.tsx'
import { Pager } from '../../parts/paging/pager.tsx'
import { useQuestion } from '../../parts/receipts/use-question.ts'
import { useAccount } from '../../session/session.ts'
import { Button, ErrorState, Fieldset, Skeleton } from '../../ui/index.ts'
import styles from './own-record.module.css'

const pageSize = 10

/**
 * The student's own working at one institute, and every session there; a mark that another person made can be disputed.
 */
export function OwnRecord({ organisationId }: { organisationId: string }) {
  const texts = useTexts()
  const { $id } = useAccount()
  const [page, setPage] = useState(0)
  const columns = useHistoryColumns((_entry, name) => name, useNotMeColumn())
  const query = { organisation: organisationId, limit: pageSize, offset: page * pageSize }
  const report = useQuery({
    queryKey: [...ownReportsKey($id), query],
    queryFn: () => readProduct('GET /reports/own', {}, query),
    placeholderData: keepPreviousData,
  })
  const error = useKeptError(report)
  if (report.data === undefined) {
    if (!error) {
      return (
        <Fieldset legend={texts.reports.working} className={styles.waiting}>
          <Skeleton width="280px" height="72px" />
        </Fieldset>
      )
    }
    return (
      <ErrorState message={messageOf(error, texts)} busy={report.isFetching} onRetry={() => void report.refetch()} />
    )
  }
  const { history } = report.data
  return (
    <>
      <Working standing={report.data} />
      {history.total > 0 && (
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
                pageSize={pageSize}
                total={history.total}
                shown={history.entries.length}
                busy={report.isPlaceholderData}
                onPageChange={setPage}
              />
            }
          />
        </div>
      )}
    </>
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
  const format = useFormat()
  if (mark === null) return '–'
  if (mark.flaggedAt !== null) return words.youSaid
  return (
    <Button
      kind="quiet"
      className={styles.notMe}
      aria-label={`${words.notMe}, ${reports.session(format.number(number))}`}
      onClick={onAsk}
    >
      {words.notMe}
    </Button>
  )
}
