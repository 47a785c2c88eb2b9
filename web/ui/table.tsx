import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export type TableProps = {
  /** Names it for those who cannot see it. */
  label: string
  head: ReactNode
  /** Rows are on their way. */
  busy: boolean
  /** The rows shown are those from before. */
  outdated: boolean
  /** What the columns of this one want. */
  className?: string | undefined
  /** Of the part that scrolls. */
  scrollClassName?: string | undefined
  /** Below the rows, within the frame. */
  foot: ReactNode
  children: ReactNode
}

/** A page of a register, in its frame. It scrolls sideways by itself; on a phone each row is an entry with its labels (`data-label`). */
export function Table({ label, head, busy, outdated, className, scrollClassName, foot, children }: TableProps) {
  return (
    <TableFrame>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={classNames(styles.scroll, scrollClassName)} tabIndex={0} aria-label={label}>
        <table className={classNames(styles.table, className)} aria-busy={busy || outdated}>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody className={classNames(outdated && styles.outdated)}>{children}</tbody>
        </table>
      </section>
      {foot}
    </TableFrame>
  )
}

/** The frame alone: around what is said in place of the rows when there are none. */
export function TableFrame({ children }: { children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>
}
