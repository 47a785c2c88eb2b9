import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import type { PersonRecord, RecordedSession } from '#contract/person-record.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import type { History } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { defaultPageSize } from '#contract/rules.ts'
import { Listing } from '../../kit/listing.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { useHistoryColumns } from '../../parts/attendance-record/history-columns.tsx'
import { useMethodColumn } from '../../parts/attendance-record/mark-columns.tsx'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import {
  type Column,
  nothing,
  RegisterTable,
  type RegisterTableProps,
} from '../../parts/attendance-record/register-table.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import styles from './person-record.module.css'

type GroupSessionsProps = { record: PersonRecord; chosen: string; isFirst: boolean }

/** The sessions of the chosen group, with what was marked, decided and disputed. */
export function GroupSessions({ record: { person, courses }, chosen, isFirst }: GroupSessionsProps) {
  const words = useTextsOf(recordTexts)
  const { page } = useListAddress()
  const { personId } = person
  const offset = page * defaultPageSize
  // The first page of the first group came with the numbers.
  const wanted = { ...(!isFirst && { group: chosen }), ...(offset > 0 && { group: chosen, offset: String(offset) }) }
  const read = useRead('GET /people/:personId/record', { personId }, wanted, {
    // The rows of another group must not stand under this one's name.
    placeholderData: (before) => (before && groupOf(before, chosen) ? before : undefined),
  })
  const sessions = read.data?.sessions
  const course = courses.find(({ id }) => id === chosen)
  const label = words.sessions(course?.title ?? words.whole)
  const shared = { label, busy: read.isPlaceholderData }
  const entries = sessions?.entries
  return (
    <div className={styles.sessions}>
      <h2>{label}</h2>
      <Listing
        of={read}
        total={sessions?.total}
        pageSize={defaultPageSize}
        shown={entries?.length}
        empty={{ title: words.noSession, hint: words.noSessionHint }}
      >
        {(foot) =>
          course ? (
            <CourseSessions {...shared} rows={sessions?.of === 'course' ? sessions.entries : undefined} foot={foot} />
          ) : (
            <Classes {...shared} rows={sessions?.of === 'whole' ? sessions.entries : undefined} foot={foot} />
          )
        }
      </Listing>
    </div>
  )
}

const groupOf = ({ sessions }: PersonRecord, chosen: string) =>
  sessions?.of === 'course' ? sessions.courseId === chosen : sessions?.of === 'whole'

type TableProps<Row> = Pick<RegisterTableProps<Row>, 'label' | 'busy' | 'rows' | 'foot'>

function Classes(props: TableProps<History['entries'][number]>) {
  const { $id } = useInstitute()
  const columns = useHistoryColumns(
    (entry, name) => <Link to={paths.sessionSheet($id, entry.sessionId)}>{name}</Link>,
    useMethodColumn(),
  )
  return <RegisterTable {...props} columns={columns} keyOf={({ sessionId }) => sessionId} />
}

function CourseSessions(props: TableProps<RecordedSession>) {
  return <RegisterTable {...props} columns={useCourseColumns()} keyOf={({ id }) => id} />
}

function useCourseColumns(): readonly Column<RecordedSession>[] {
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(recordTexts)
  const { session } = useTextsOf(courseTexts)
  const { number, time, dateTime } = useFormat()
  const { $id } = useInstitute()
  const opensSheets = useMay('today')
  const { columns } = reports
  return [
    {
      key: 'session',
      label: columns.session,
      isMain: true,
      cell: ({ id, number: place }) => {
        const name = reports.session(number(place))
        return opensSheets ? <Link to={paths.courseSession($id, id)}>{name}</Link> : name
      },
    },
    { key: 'started', label: columns.started, isPlain: true, cell: ({ startedAt }) => dateTime(startedAt) },
    { key: 'status', label: columns.presence, isVerdict: true, cell: (entry) => <Status entry={entry} /> },
    {
      key: 'marked',
      label: columns.marked,
      cell: ({ cell: { mark } }) => (mark ? `${time(mark.markedAt)}, ${session.ways[mark.way]}` : nothing),
    },
    {
      key: 'decision',
      label: words.decision,
      wraps: true,
      cell: (entry) => <Decision entry={entry} />,
    },
  ]
}

/** What holds, and what its student says against it. */
function Status({ entry: { letter, dispute } }: { entry: RecordedSession }) {
  const { letters } = useTextsOf(courseTexts).register
  const { flagged } = useTextsOf(reportsTexts)
  return (
    <>
      <span className={styles.status}>
        <span className={styles.letter} data-letter={letter} aria-hidden="true">
          {letter}
        </span>
        <span>{letters[letter as keyof typeof letters]}</span>
      </span>
      {dispute && (
        <span className={styles.said} data-below>
          {dispute.words === undefined ? flagged : `${flagged}: “${dispute.words}”`}
        </span>
      )}
    </>
  )
}

/** The last one: its reason, by whom and when. */
function Decision({ entry: { cell } }: { entry: RecordedSession }) {
  const { preparedReasons } = useTextsOf(reportsTexts)
  const { session } = useTextsOf(courseTexts)
  const { by } = useTextsOf(actingTexts)
  const sayPerson = useSayPerson()
  const { dateTime } = useFormat()
  const { ruling } = cell
  if (!ruling) return nothing
  const reason = sayReason(ruling.reason, preparedReasons)
  const isRoll = ruling.cause === 'roll-call'
  return (
    <>
      <span className={styles.reason}>{isRoll || reason === '' ? session.byRoll : `“${reason}”`}</span>
      <span className={styles.said}>
        {[...(ruling.by ? [by(sayPerson(ruling.by))] : []), dateTime(ruling.decidedAt)].join(', ')}
      </span>
    </>
  )
}
