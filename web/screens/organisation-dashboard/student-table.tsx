import { formatInstituteCode } from '#contract/identifiers.ts'
import { organisationDashboardTexts } from '#contract/organisation-dashboard-texts.ts'
import { studentTablePageSize } from '#contract/rules.ts'
import { Listing } from '../../kit/listing.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { Member } from '../../parts/members/member-modal.tsx'
import { membersTexts } from '../../parts/members/members-texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { classNames, Dialog, EmailAddress, SetApart, Skeleton, Table, useDialog, useLostFocus } from '../../ui/index.ts'
import type { StudentRow } from './student-row.ts'
import { toStudentRows } from './student-row.ts'
import styles from './student-table.module.css'
import { useRowMarks } from './use-row-marks.ts'
import { useStudents } from './use-students.ts'

const loadMember = async () => (await import('../../parts/members/member-modal.tsx')).MemberModal

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
  const organisationDashboardWords = useTextsOf(organisationDashboardTexts)
  const { $id } = useInstitute()
  const { page } = useListAddress()
  const students = useStudents(page)
  const rows = isWaiting ? undefined : students.data && toStudentRows(students.data.documents, $id, page)
  const settled = students.isPlaceholderData ? undefined : students.data
  const marks = useRowMarks(settled && rows && { page, total: settled.total, rows }, settled)
  const member = useDialog<StudentRow>()
  const lostFocus = useLostFocus()
  const total = isWaiting ? undefined : students.data?.total
  return (
    <div {...lostFocus}>
      <Listing
        of={students}
        total={total}
        pageSize={studentTablePageSize}
        shown={rows?.length}
        empty={{ title: <JoinSentence code={formatInstituteCode($id)} />, hint: organisationDashboardWords.emptyHint }}
      >
        {(pager) => (
          <Table
            // Rows decide how wide the columns are: what waits for them is replaced, and does not move.
            key={rows ? 'rows' : 'waiting'}
            label={organisationDashboardWords.title}
            className={styles.table}
            scrollClassName={styles.scroll}
            busy={rows === undefined}
            outdated={students.isPlaceholderData}
            head={columns.map((column) => (
              <th key={column} scope="col" className={styles[column]}>
                {organisationDashboardWords.columns[column]}
              </th>
            ))}
            foot={pager}
          >
            {rows ? (
              // A new element for each change restarts the highlight.
              rows.map((row) => (
                <Row
                  key={`${row.uid} ${marks.get(row.uid)}`}
                  row={row}
                  marked={marks.has(row.uid)}
                  onOpen={() => member.open(row)}
                />
              ))
            ) : (
              <SkeletonRows />
            )}
          </Table>
        )}
      </Listing>
      {member.asked && <Dialog of={member} load={loadMember} props={{ student: memberOf(member.asked) }} />}
    </div>
  )
}

/** What to do until the first student joins. */
function JoinSentence({ code }: { code: string }) {
  const words = useTextsOf(organisationDashboardTexts)
  return (
    <SetApart sentence={words.empty(code)} part={code}>
      <span className={styles.unbroken}>{code}</span>
    </SetApart>
  )
}

const memberOf = ({ uid, name, rollno }: StudentRow): Member => ({ id: uid, name, rollNumber: rollno })

function Row({ row, marked, onOpen }: { row: StudentRow; marked: boolean; onOpen: () => void }) {
  const organisationDashboard = useTextsOf(organisationDashboardTexts)
  const members = useTextsOf(membersTexts)
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
  const { columns: labels } = useTextsOf(organisationDashboardTexts)
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
