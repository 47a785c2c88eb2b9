import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { pageCount } from '../../kit/page-address.ts'
import { Pager } from '../../kit/pager.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import type { RegisterTableProps } from '../../parts/attendance-record/register-table.tsx'
import { RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { EmptyState, TableFrame } from '../../ui/index.ts'
import styles from './report.module.css'
import { reportPageSize, useReportAddress } from './use-report-address.ts'

export type ReportListProps<Row> = Pick<RegisterTableProps<Row>, 'label' | 'columns' | 'rows' | 'keyOf' | 'sorting'> & {
  report: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** No request is possible: the dates are wrong. */
  isOff?: boolean
  /** Rows on all pages. */
  total: number | undefined
  empty: { readonly title: string; readonly hint?: string }
  /** Above the table: exports and filters. */
  tools?: ReactNode
}

/** A report's rows in every state: loading, failed, none, or one page of many. */
export function ReportList<Row>({ report, isOff = false, total, empty, tools, ...table }: ReportListProps<Row>) {
  const { page, change } = useReportAddress()
  const error = useKeptError(report)
  const lastPage = total === undefined ? undefined : pageCount(total, reportPageSize) - 1
  const isBeyond = lastPage !== undefined && page > lastPage && !report.isPlaceholderData

  useEffect(() => {
    // The page number may have been typed, or rows may be gone meanwhile.
    if (isBeyond) change({ page: lastPage === 0 ? null : String(lastPage + 1) }, 'replace')
  }, [isBeyond, lastPage, change])

  return (
    <div className={styles.list}>
      {tools && <div className={styles.tools}>{tools}</div>}
      {isOff ? null : report.data === undefined && error ? (
        <QueryError error={error} of={report} />
      ) : total === 0 ? (
        <TableFrame>
          <div className={styles.empty}>
            <EmptyState title={empty.title}>{empty.hint}</EmptyState>
          </div>
        </TableFrame>
      ) : (
        <RegisterTable
          {...table}
          busy={report.isPlaceholderData}
          foot={
            <Pager
              page={page}
              pageSize={reportPageSize}
              total={total}
              shown={table.rows?.length ?? 0}
              busy={report.isPlaceholderData || report.data === undefined}
              onPageChange={(next) => change({ page: next === 0 ? null : String(next + 1) })}
            />
          }
        />
      )}
    </div>
  )
}
