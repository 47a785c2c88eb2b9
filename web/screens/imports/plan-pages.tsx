import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, EmptyState, ErrorState, Skeleton, Table } from '../../ui/index.ts'
import styles from './imports.module.css'

type PlanPagesProps<Line> = {
  queryKey: readonly string[]
  read: (after: string) => Promise<{ readonly lines: readonly Line[]; readonly next: string | null }>
  label: string
  hint: string | undefined
  head: readonly string[]
  /** Rows that come before those of the server. */
  first?: readonly ReactNode[]
  row: (line: Line) => ReactNode
}

/** One part of a plan, page by page. */
export function PlanPages<Line>({ queryKey, read, label, hint, head, first = [], row }: PlanPagesProps<Line>) {
  const { plan: words } = useTextsOf(importTexts)
  const page = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: after }) => read(after),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const error = useKeptError(page)
  if (page.data === undefined) {
    if (!error) return <Skeleton width="100%" height="240px" />
    return <ErrorState message={messageOf(error)} busy={page.isFetching} onRetry={() => void page.refetch()} />
  }
  const rows = [...first, ...page.data.pages.flatMap(({ lines }) => lines.map(row))]
  if (rows.length === 0) return <EmptyState title={words.none} />
  return (
    <>
      {hint !== undefined && <p className={styles.quiet}>{hint}</p>}
      <Table
        label={label}
        className={styles.lines}
        busy={false}
        outdated={false}
        head={head.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        foot={null}
      >
        {rows.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added
          <Fragment key={index}>{one}</Fragment>
        ))}
      </Table>
      {page.hasNextPage && (
        <Button className={styles.more} busy={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}
