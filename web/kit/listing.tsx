import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useKeptError } from '../forms/use-kept-error.ts'
import { EmptyState, TableFrame } from '../ui/index.ts'
import styles from './listing.module.css'
import { pageCount } from './page-address.ts'
import { Pager } from './pager.tsx'
import { QueryError } from './query-error.tsx'
import { useListAddress } from './use-list-address.ts'

export type ListingProps = {
  of: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** Rows on all pages; undefined while unknown. */
  total: number | undefined
  pageSize: number
  /** Rows of this page. */
  shown: number | undefined
  /** In place of no rows; without it there is nothing then. */
  empty?: { readonly title: ReactNode; readonly hint?: string }
  /** The rows; `pager` is their foot. */
  children: (pager: ReactNode) => ReactNode
}

/** The page of a list that the address names, in every state: loading, failed, none, or one page of many. */
export function Listing({ of: query, total, pageSize, shown, empty, children }: ListingProps) {
  const { page, openPage } = useListAddress()
  const error = useKeptError(query)
  const lastPage = total === undefined ? page : pageCount(total, pageSize) - 1
  const isBeyond = page > lastPage && !query.isPlaceholderData
  useEffect(() => {
    // The page number may have been typed, or rows may be gone meanwhile.
    if (isBeyond) openPage(lastPage, 'replace')
  }, [isBeyond, lastPage, openPage])
  if (query.data === undefined && error) return <QueryError error={error} of={query} />
  if (total === 0) {
    if (empty === undefined) return null
    return (
      <TableFrame>
        <div className={styles.empty}>
          <EmptyState title={empty.title}>{empty.hint}</EmptyState>
        </div>
      </TableFrame>
    )
  }
  return children(
    <Pager
      page={page}
      pageSize={pageSize}
      total={total}
      shown={shown ?? 0}
      busy={query.isPlaceholderData || total === undefined}
      onPageChange={openPage}
    />,
  )
}
