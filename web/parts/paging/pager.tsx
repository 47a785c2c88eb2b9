import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { IconButton, Skeleton } from '../../ui/index.ts'
import { pageCount } from './page-address.ts'
import styles from './pager.module.css'

export type PagerProps = {
  /** From 0. */
  page: number
  pageSize: number
  /** All rows; undefined while the number is unknown. */
  total: number | undefined
  /** Rows of this page. */
  shown: number
  /** Another page is loading. */
  busy: boolean
  onPageChange: (page: number) => void
}

/** Shows which rows are visible, with buttons for the other pages. */
export function Pager({ page, pageSize, total, shown, busy, onPageChange }: PagerProps) {
  const { organisationDashboard: words } = useTexts()
  const format = useFormat()
  const first = page * pageSize
  const isFirst = page === 0
  const isLast = total === undefined || page + 1 >= pageCount(total, pageSize)
  return (
    <div className={styles.pager}>
      <p className={styles.size}>
        <span>{words.rowsPerPage}</span> <b>{format.number(pageSize)}</b>
      </p>
      <p role="status">
        {total === undefined ? (
          <Skeleton width="90px" />
        ) : (
          words.range(format.number(first + 1), format.number(first + shown), format.number(total))
        )}
      </p>
      <Step label={words.previousPage} off={isFirst || busy} onStep={() => onPageChange(page - 1)}>
        <IconChevronLeft size={20} stroke={1.9} aria-hidden="true" />
      </Step>
      <Step label={words.nextPage} off={isLast || busy} onStep={() => onPageChange(page + 1)}>
        <IconChevronRight size={20} stroke={1.9} aria-hidden="true" />
      </Step>
    </div>
  )
}

// Not `disabled`: a keyboard user would lose the focus at the last page.
function Step({
  label,
  off,
  onStep,
  children,
}: {
  label: string
  off: boolean
  onStep: () => void
  children: ReactNode
}) {
  return (
    <IconButton
      kind="secondary"
      label={label}
      icon={children}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onStep()
      }}
    />
  )
}
