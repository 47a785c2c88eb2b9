import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { studentTablePageSize } from '#contract/rules.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { pageCount, pageFromAddress } from '../../kit/page-address.ts'
import { Pager } from '../../kit/pager.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { MemberDialog } from '../../parts/members/member-dialog.tsx'
import type { Member } from '../../parts/members/member-modal.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import {
  classNames,
  EmailAddress,
  EmptyState,
  SetApart,
  Skeleton,
  Table,
  TableFrame,
  useLostFocus,
} from '../../ui/index.ts'
import type { StudentRow } from './student-row.ts'
import { toStudentRows } from './student-row.ts'
import styles from './student-table.module.css'
import { useRowMarks } from './use-row-marks.ts'
import { useStudents } from './use-students.ts'

const columns = ['id', 'rollno', 'uid', 'name', 'email', 'phno', 'att'] as const

/** About as wide as the content, so that the columns do not move. */
const skeletonWidths = {
  id: '24px',
  rollno: '72px',
  uid: '80px',
  name: '180px',
  email: '230px',
  phno: '140px',
  att: '24px',
} as const satisfies Record<(typeof columns)[number], string>

/**
 * The registered students, ten to a page, paged on the server. The page is part of the address. `isWaiting`: show no
 * rows yet, even if they are loaded.
 */
export function StudentTable({ isWaiting }: { isWaiting: boolean }) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const [address, setAddress] = useSearchParams()
  const page = pageFromAddress(address.get('page'))
  const students = useStudents(page)
  const error = useKeptError(students)
  const lastPage = students.data === undefined ? undefined : pageCount(students.data.total, studentTablePageSize) - 1
  const code = formatInstituteCode($id)
  const rows = isWaiting ? undefined : students.data && toStudentRows(students.data.documents, $id, page)
  const settled = students.isPlaceholderData ? undefined : students.data
  const marks = useRowMarks(settled && rows && { page, total: settled.total, rows }, settled)
  const [opened, setOpened] = useState<StudentRow | undefined>()
  const [isOpen, setOpen] = useState(false)
  const lostFocus = useLostFocus()
  const isBeyond = lastPage !== undefined && page > lastPage

  const openPage = (next: number) =>
    setAddress(next === 0 ? {} : { page: String(next + 1) }, { preventScrollReset: true })

  useEffect(() => {
    // The page number may have been typed, or students may have left meanwhile.
    if (isBeyond) setAddress(lastPage === 0 ? {} : { page: String(lastPage + 1) }, { replace: true })
  }, [isBeyond, lastPage, setAddress])

  if (students.data === undefined && error) {
    return <QueryError error={error} of={students} />
  }
  if (students.data?.total === 0 && !isWaiting) {
    return <NoStudents code={code} />
  }
  return (
    <div {...lostFocus}>
      <Table
        // Rows decide how wide the columns are: what waits for them is replaced, and does not move.
        key={rows ? 'rows' : 'waiting'}
        label={texts.organisationDashboard.title}
        className={styles.table}
        scrollClassName={styles.scroll}
        busy={rows === undefined}
        outdated={students.isPlaceholderData}
        head={columns.map((column) => (
          <th key={column} scope="col" className={styles[column]}>
            {texts.organisationDashboard.columns[column]}
          </th>
        ))}
        foot={
          <Pager
            page={page}
            pageSize={studentTablePageSize}
            total={isWaiting ? undefined : students.data?.total}
            shown={rows?.length ?? 0}
            busy={students.isPlaceholderData || rows === undefined}
            onPageChange={openPage}
          />
        }
      >
        {rows ? (
          // A new element for each change restarts the highlight.
          rows.map((row) => (
            <Row
              key={`${row.uid} ${marks.get(row.uid)}`}
              row={row}
              marked={marks.has(row.uid)}
              onOpen={() => {
                setOpened(row)
                setOpen(true)
              }}
            />
          ))
        ) : (
          <SkeletonRows />
        )}
      </Table>
      {opened && <MemberDialog open={isOpen} onClose={() => setOpen(false)} student={memberOf(opened)} />}
    </div>
  )
}

/** What to do until the first student joins. */
function NoStudents({ code }: { code: string }) {
  const texts = useTexts()
  return (
    <TableFrame>
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
    </TableFrame>
  )
}

const memberOf = ({ uid, name, rollno }: StudentRow): Member => ({ id: uid, name, rollNumber: rollno })

function Row({ row, marked, onOpen }: { row: StudentRow; marked: boolean; onOpen: () => void }) {
  const { organisationDashboard, members } = useTexts()
  const { columns: labels } = organisationDashboard
  const corrects = useMay('office')
  const format = useFormat()
  const shown = {
    id: format.number(row.id),
    rollno: row.rollno,
    uid: formatInstituteCode(row.uid),
    name: (
      <span className={styles.withSign}>
        {corrects ? (
          <button type="button" className={styles.open} title={members.open} aria-haspopup="dialog" onClick={onOpen}>
            {row.name}
          </button>
        ) : (
          <span>{row.name}</span>
        )}
        {!row.hasPasskey && <span className={styles.sign}>{organisationDashboard.noPasskey}</span>}
      </span>
    ),
    email: (
      <span className={styles.withSign}>
        <span>
          <EmailAddress>{row.email}</EmailAddress>
        </span>
        {!row.isEmailVerified && <span className={styles.sign}>{organisationDashboard.emailNotVerified}</span>}
      </span>
    ),
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
  const { columns: labels } = useTexts().organisationDashboard
  return Array.from({ length: studentTablePageSize }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
    <tr key={index}>
      {columns.map((column) => (
        <td key={column} className={styles[column]} data-label={labels[column]}>
          <Skeleton width={skeletonWidths[column]} />
        </td>
      ))}
    </tr>
  ))
}
