import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { studentTablePageSize } from '#contract/rules.ts'
import { useAccount } from '../../app/session.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { classNames, EmptyState, ErrorState, SetApart, Skeleton } from '../../ui/index.ts'
import { Pager } from './pager.tsx'
import type { StudentRow } from './student-row.ts'
import { pageCount, pageFromAddress, toStudentRows } from './student-row.ts'
import styles from './student-table.module.css'
import { useRowMarks } from './use-row-marks.ts'
import { useStudents } from './use-students.ts'

const columns = ['id', 'rollno', 'uid', 'name', 'email', 'phno', 'att'] as const

/** The registered students, ten to a page, paged on the server. The page is part of the address. */
export function StudentTable() {
  const texts = useTexts()
  const { $id } = useAccount()
  const [address, setAddress] = useSearchParams()
  const page = pageFromAddress(address.get('page'))
  const students = useStudents(page)
  const lastPage = students.data === undefined ? undefined : pageCount(students.data.total) - 1
  const code = formatInstituteCode($id)
  const rows = students.data && toStudentRows(students.data.documents, $id, page)
  const settled = students.isPlaceholderData ? undefined : students.data
  const marks = useRowMarks(settled && rows && { page, total: settled.total, rows }, settled)
  const isBeyond = lastPage !== undefined && page > lastPage

  const openPage = (next: number) =>
    setAddress(next === 0 ? {} : { page: String(next + 1) }, { preventScrollReset: true, replace: true })

  useEffect(() => {
    // Somebody may have typed it, or students may have left meanwhile.
    if (isBeyond) setAddress(lastPage === 0 ? {} : { page: String(lastPage + 1) }, { replace: true })
  }, [isBeyond, lastPage, setAddress])

  if (students.data === undefined && students.error) {
    return (
      <ErrorState
        message={messageOf(students.error, texts)}
        busy={students.isFetching}
        onRetry={() => void students.refetch()}
      />
    )
  }
  if (students.data?.total === 0) {
    return (
      <div className={styles.frame}>
        <div className={styles.empty}>
          <EmptyState
            title={
              <SetApart sentence={texts.organisationDashboard.empty(code)} part={code}>
                <span className={styles.unbroken}>{code}</span>
              </SetApart>
            }
          >
            {texts.organisationDashboard.emptyHint}
          </EmptyState>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={texts.organisationDashboard.title}>
        <table className={styles.table} aria-busy={students.data === undefined || students.isPlaceholderData}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={styles[column]}>
                  {texts.organisationDashboard.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classNames(students.isPlaceholderData && styles.waiting)}>
            {rows ? (
              // A new element for each change, so that the marker starts again.
              rows.map((row) => <Row key={`${row.uid} ${marks.get(row.uid)}`} row={row} marked={marks.has(row.uid)} />)
            ) : (
              <SkeletonRows />
            )}
          </tbody>
        </table>
      </section>
      <Pager
        page={page}
        total={students.data?.total}
        shown={rows?.length ?? 0}
        busy={students.isPlaceholderData || students.data === undefined}
        onPageChange={openPage}
      />
    </div>
  )
}

function Row({ row, marked }: { row: StudentRow; marked: boolean }) {
  const { columns: labels } = useTexts().organisationDashboard
  const format = useFormat()
  const shown = {
    id: format.number(row.id),
    rollno: row.rollno,
    uid: formatInstituteCode(row.uid),
    name: row.name,
    email: row.email,
    phno: row.phno,
    att: format.number(row.att),
  }
  return (
    <tr className={classNames(marked && styles.marked)}>
      {columns.map((column) => (
        <td key={column} className={styles[column]} data-label={labels[column]}>
          {shown[column]}
        </td>
      ))}
    </tr>
  )
}

function SkeletonRows() {
  return Array.from({ length: studentTablePageSize }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
    <tr key={index}>
      {columns.map((column) => (
        <td key={column} className={styles[column]}>
          <Skeleton width={column === 'id' || column === 'att' ? '24px' : '100%'} />
        </td>
      ))}
    </tr>
  ))
}
