import { useQueryClient } from '@tanstack/react-query'
import type { OwnCourses } from '#contract/course-sessions.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { OwnReport } from '#contract/reports.ts'
import type { ProductRead } from '../../client/read-product.ts'
import { ownReportsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import { useReceipts } from './use-receipts.ts'

/** What the question shows of its cell. */
type AskedCell = Pick<Receipt, 'flaggedAt' | 'mayDispute'> & {
  /** The course, or the institute of a class. */
  readonly where: string
  /** Of a course, where it is known. */
  readonly institute?: string
  /** When the mark was made, or the session without one began. */
  readonly at: number
  readonly hasMark: boolean
  /** What was decided last. */
  readonly ruling?: { readonly status: string; readonly reason: string } | undefined
}

/**
 * The own cell of that session: from the newest receipts or from the record or the course whose button was pressed. Undefined
 * if it is in none of them.
 */
export function useAskedCell(attendanceSessionId: string | null): AskedCell | undefined {
  const { $id } = useAccount()
  const queries = useQueryClient()
  const { data: receipts = [] } = useReceipts()
  const receipt = receipts.find((one) => one.attendanceSessionId === attendanceSessionId)
  if (receipt) {
    const { organisationName, markedAt: at } = receipt
    const names = 'course' in receipt ? { where: receipt.course.title, institute: organisationName } : undefined
    return { ...receipt, ...(names ?? { where: organisationName }), at, hasMark: true }
  }
  for (const [, report] of queries.getQueriesData<OwnReport>({ queryKey: ownReportsKey($id) })) {
    const entry = report?.history.entries.find(({ sessionId }) => sessionId === attendanceSessionId)
    const said = entry?.mark ?? entry?.dispute
    if (report && entry && said)
      return {
        ...said,
        where: report.organisation.name,
        at: entry.mark?.markedAt ?? entry.startedAt,
        hasMark: entry.mark !== null,
      }
  }
  const own: ProductRead = 'GET /own/courses'
  for (const [, answer] of queries.getQueriesData<OwnCourses>({ queryKey: [own] })) {
    for (const { title, sessions } of answer?.courses ?? []) {
      const session = sessions.find(({ id }) => id === attendanceSessionId)
      if (session?.dispute)
        return {
          ...session.dispute,
          where: title,
          at: session.startedAt,
          hasMark: session.dispute.mayDispute === 'not-me',
        }
    }
  }
  return undefined
}

/** The cell counts as an absence: its student may say 'I was there'. */
export const isAbsent = ({ mayDispute, hasMark, ruling }: AskedCell): boolean =>
  mayDispute === 'was-there' || (mayDispute === undefined && (!hasMark || ruling?.status === 'absent'))
