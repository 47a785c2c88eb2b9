import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { SortDirection } from '#contract/report-requests.ts'
import { classNames, Skeleton, Table } from '../../ui/index.ts'
import { Opener } from '../opener/opener.tsx'
import styles from './register-table.module.css'

export type Column<Row> = {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Names the row: on a phone the first line. */
  readonly isMain?: true
  /** What counts most: on a phone at the end of the first line. */
  readonly isVerdict?: true
  /** Says by itself what it is: on a phone it has no label. */
  readonly isPlain?: true
  /** Left out on a phone. */
  readonly isForWide?: true
  readonly isNumber?: true
  /** A sentence instead of a figure: may take several lines. */
  readonly wraps?: true
  /** Set in the monospaced font for codes. */
  readonly isCode?: true
  /** The name of this column as a sort order. */
  readonly sort?: string
}

export type RegisterTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** The rows shown are the previous ones. */
  busy: boolean
  sorting?: {
    readonly by: string
    readonly direction: SortDirection
    readonly onSort: (by: string, direction: SortDirection) => void
  }
  /** What is rarely wanted of a row, shown once the row is opened; undefined for a row without it. */
  more?: (row: Row) => ReactNode | undefined
  foot?: ReactNode
}

const skeletonRows = 6

/** A page of a register with equal columns; `foot` comes below its rows. */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { label, columns, rows, keyOf, busy, sorting, more, foot } = props
  const [openKey, setOpenKey] = useState<string | undefined>()
  return (
    <Table
      // Rows decide how wide the columns are: what waits for them is replaced, and does not move.
      key={rows === undefined ? 'waiting' : 'rows'}
      label={label}
      className={classNames(styles.table, rows === undefined && styles.waiting)}
      busy={rows === undefined}
      outdated={busy}
      head={columns.map((column) => <HeadCell key={column.key} column={column} sorting={sorting} />)}
      foot={
        foot !== undefined && (
          <div className={classNames(styles.foot, rows === undefined && styles.footWaiting)}>{foot}</div>
        )
      }
    >
      {rows
        ? rows.map((row) => (
            <RegisterRow
              key={keyOf(row)}
              columns={columns}
              row={row}
              more={more?.(row)}
              isOpen={openKey === keyOf(row)}
              onToggle={() => setOpenKey((last) => (last === keyOf(row) ? undefined : keyOf(row)))}
            />
          ))
        : Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
            <tr key={index}>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  <Skeleton width={column.isNumber ? '40px' : '120px'} />
                </Cell>
              ))}
            </tr>
          ))}
    </Table>
  )
}

type RegisterRowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  more: ReactNode | undefined
  isOpen: boolean
  onToggle: () => void
}

/** One row, and below it what it shows once it is opened by its name. */
function RegisterRow<Row>({ columns, row, more, isOpen, onToggle }: RegisterRowProps<Row>) {
  const id = useId()
  const contentOf = (column: Column<Row>) =>
    column.isMain && more !== undefined ? (
      <Opener isOpen={isOpen} controls={id} onToggle={onToggle}>
        {column.cell(row)}
      </Opener>
    ) : (
      column.cell(row)
    )
  return (
    <>
      <tr>
        {columns.map((column) => (
          <Cell key={column.key} column={column}>
            {contentOf(column)}
          </Cell>
        ))}
      </tr>
      {isOpen && more !== undefined && (
        <tr id={id} className={styles.more}>
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </>
  )
}

/** What a cell without content shows. */
export const nothing = '–'

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const isBare = column.isMain || column.isVerdict || column.isPlain
  return (
    <td
      className={classNames(classOf(column), children === nothing && styles.nothing)}
      {...(!isBare && { 'data-label': column.label })}
    >
      {children}
    </td>
  )
}

function classOf<Row>({ isMain, isVerdict, isForWide, isNumber, isCode, wraps }: Column<Row>): string {
  return classNames(
    isMain && styles.main,
    isVerdict && styles.verdict,
    isForWide && styles.forWide,
    isNumber && styles.number,
    isCode && styles.code,
    wraps && styles.wraps,
  )
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: RegisterTableProps<Row>['sorting'] }) {
  const { sort, label } = column
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" className={classOf(column)}>
        {label}
      </th>
    )
  }
  const isSorted = sorting.by === sort
  const isUp = isSorted && sorting.direction === 'asc'
  const Icon = isSorted ? (isUp ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <th
      scope="col"
      className={classNames(classOf(column), styles.sortable)}
      {...(isSorted && { 'aria-sort': isUp ? ('ascending' as const) : ('descending' as const) })}
    >
      <button
        type="button"
        className={styles.sort}
        data-sorted={isSorted}
        onClick={() => sorting.onSort(sort, isUp ? 'desc' : 'asc')}
      >
        <span>{label}</span>
        <Icon size={16} stroke={1.9} aria-hidden="true" />
      </button>
    </th>
  )
}
