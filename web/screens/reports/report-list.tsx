import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Listing } from '../../kit/listing.tsx'
import type { RegisterTableProps } from '../../parts/attendance-record/register-table.tsx'
import { RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { Stack } from '../../ui/index.ts'
import styles from './report.module.css'
import { reportPageSize } from './use-report-address.ts'

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

/** A report's rows, and what stands above them. */
export function ReportList<Row>({ report, isOff = false, total, empty, tools, ...table }: ReportListProps<Row>) {
  return (
    <Stack gap={16}>
      {tools && <div className={styles.tools}>{tools}</div>}
      {!isOff && (
        <Listing of={report} total={total} pageSize={reportPageSize} shown={table.rows?.length} empty={empty}>
          {(pager) => <RegisterTable {...table} busy={report.isPlaceholderData} foot={pager} />}
        </Listing>
      )}
    </Stack>
  )
}
