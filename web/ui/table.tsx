import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'
import { useHiddenColumns } from './use-hidden-columns.ts'

export type TableProps = {
  /** Names it for screen readers. */
  label: string
  head: ReactNode
  /** Rows are loading. */
  busy: boolean
  /** The rows shown are the previous ones. */
  outdated: boolean
  /** Column styles of this table. */
  className?: string | undefined
  /** A class for the scrolling part. */
  scrollClassName?: string | undefined
  /** Below the rows, inside the frame. */
  foot: ReactNode
  children: ReactNode
}

/**
 * A page of a register, in its frame. It scrolls sideways by itself, and a shadow lies on the edge where columns are hidden; on a phone each row is an entry with its labels
 * (`data-label`).
 */
export function Table({ label, head, busy, outdated, className, scrollClassName, foot, children }: TableProps) {
  const { scroller, hidden } = useHiddenColumns()
  return (
    <TableFrame>
      <div className={styles.edges} data-hidden-before={hidden.before} data-hidden-after={hidden.after}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
        <section ref={scroller} className={classNames(styles.scroll, scrollClassName)} tabIndex={0} aria-label={label}>
          <table className={classNames(styles.table, className)} aria-busy={busy || outdated}>
            <thead>
              <tr>{head}</tr>
            </thead>
            <tbody className={classNames(outdated && styles.outdated)}>{children}</tbody>
          </table>
        </section>
      </div>
      {foot}
    </TableFrame>
  )
}

/** Only the frame: around the message that replaces the rows when there are none. */
export function TableFrame({ children }: { children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>
}
