import type { ToldDispute } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import type { HistoryEntry } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { historyPageSize } from '#contract/rules.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Listing } from '../../kit/listing.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { type Column, nothing, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { disputeTexts } from '../../parts/receipts/dispute-texts.ts'
import { DisputeWay } from '../../parts/receipts/dispute-way.tsx'
import { hasDispute, sayDispute } from '../../parts/receipts/has-dispute.ts'
import { WayBadge } from '../../parts/way-badge/way-badge.tsx'
import styles from './own-record.module.css'
import { useOwnReport } from './use-own-report.ts'

/** Every session of one institute, as the student met it; a mark that another person made, and an absence, can be disputed there. */
export function OwnRecord({ organisationId }: { organisationId: string }) {
  const reportsWords = useTextsOf(reportsTexts)
  const { page } = useListAddress()
  const columns = useHistoryColumns((_entry, name) => name, useWayColumn())
  const report = useOwnReport(organisationId, page)
  const error = useKeptError(report)
  const history = report.data?.history
  if (history === undefined && !error) return null
  return (
    <Listing of={report} total={history?.total} pageSize={historyPageSize} shown={history?.entries.length}>
      {(pager) => (
        <div className={styles.history}>
          <RegisterTable
            label={reportsWords.history}
            columns={columns}
            rows={history?.entries}
            keyOf={(entry) => entry.sessionId}
            more={(entry) => (findDispute(entry) ? <Dispute entry={entry} /> : undefined)}
            busy={report.isPlaceholderData}
            foot={pager}
          />
        </div>
      )}
    </Listing>
  )
}

/** How each mark was made, in the words of the institute's own sheet. */
function useWayColumn(): Column<HistoryEntry> {
  const reports = useTextsOf(reportsTexts)
  const { ways } = useTextsOf(disputeTexts)
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

/** What the student said of a mark or of an absence, or may say. */
function findDispute({ mark, dispute }: HistoryEntry): ToldDispute | undefined {
  const told = mark ?? dispute
  return told && hasDispute(told) ? told : undefined
}

/** The dispute of one session: the way to it, or what the student said and the way back. */
function Dispute({ entry }: { entry: HistoryEntry }) {
  const receiptsWords = useTextsOf(receiptsTexts)
  const reports = useTextsOf(reportsTexts)
  const disputeWords = useTextsOf(disputeTexts)
  const format = useFormat()
  const dispute = findDispute(entry)
  if (!dispute) return null
  const isAbsence = entry.mark === null || entry.mark.ruling?.status === 'absent'
  return (
    <div className={styles.dispute}>
      {dispute.flaggedAt !== null && <span>{sayDispute({ ...dispute, isAbsence }, disputeWords, receiptsWords)}</span>}
      <DisputeWay dispute={dispute} sessionId={entry.sessionId} about={reports.session(format.number(entry.number))} />
    </div>
  )
}
