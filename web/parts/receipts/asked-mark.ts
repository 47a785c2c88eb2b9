import { useQueryClient } from '@tanstack/react-query'
import type { CourseReceipt, Receipt } from '#contract/receipts.ts'
import type { OwnReport } from '#contract/reports.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import { useReceipts } from './use-receipts.ts'

/** What the question shows of its mark. */
type AskedMark = Pick<Receipt, 'organisationName' | 'markedAt' | 'flaggedAt' | 'mayDispute' | 'ruling'> & {
  readonly course?: CourseReceipt['course']
}

/**
 * The mark of that session: from the newest receipts or, for an older mark, from the record whose button was pressed.
 * Undefined if it is in neither.
 */
export function useAskedMark(attendanceSessionId: string | null): AskedMark | undefined {
  const { $id } = useAccount()
  const queries = useQueryClient()
  const { data: receipts = [] } = useReceipts()
  const receipt = receipts.find((one) => one.attendanceSessionId === attendanceSessionId)
  if (receipt) return receipt
  for (const [, report] of queries.getQueriesData<OwnReport>({ queryKey: ownReportsKey($id) })) {
    const mark = report?.history.entries.find(({ sessionId }) => sessionId === attendanceSessionId)?.mark
    if (report && mark) return { ...mark, organisationName: report.organisation.name }
  }
  return undefined
}
