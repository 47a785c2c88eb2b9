import { IconFlag } from '@tabler/icons-react'
import { Link } from 'react-router'
import { attendancePercent } from '#contract/attendance-percent.ts'
import { cellLetters } from '#contract/course-cells.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { SessionSummary } from '#contract/reports.ts'
import { maxPageSize } from '#contract/rules.ts'
import { Listing } from '../../kit/listing.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CellMark } from '../../parts/courses/cell-mark.tsx'
import courses from '../../parts/courses/courses.module.css'
import { ExportMenu } from '../../parts/export/export-menu.tsx'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { ZoneNote } from '../../parts/institute-settings/zone-note.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Choice, classNames, Meter, Table } from '../../ui/index.ts'
import styles from './course-sessions.module.css'

/** Which sessions: those without an entry, and those in which something waits for an answer. */
const filters: Readonly<Record<'all' | 'notTaken' | 'look', (session: SessionSummary) => boolean>> = {
  all: () => true,
  notTaken: ({ uncounted }) => uncounted === 'not-taken',
  look: ({ flagged }) => flagged > 0,
}

/** Every session of a course, the newest first; each leads to its sheet. */
export function CourseSessions({ course }: { course: CourseDetail }) {
  const {
    sessions: words,
    list: { none },
  } = useTextsOf(groupTexts)
  const { today, session: ofSession } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const { page, address, change } = useListAddress()
  const groupId = course.id
  const query = { limit: String(maxPageSize), offset: String(page * maxPageSize) }
  const sessions = useRead('GET /groups/:groupId/reports/sessions', { groupId }, query)
  const register = useRead('GET /groups/:groupId/register', { groupId })
  const total = sessions.data?.total
  const heads = [words.number, words.date, words.start, today.room, words.attended, words.share, words.marks] as const
  const all = sessions.data?.sessions ?? []
  const labels = { all: ofSession.all, notTaken: today.notTaken, look: ofSession.look }
  const options = (['all', 'notTaken', 'look'] as const)
    .map((value) => ({ value, label: labels[value], count: all.filter(filters[value]).length }))
    .filter(({ value, count }) => value === 'all' || count > 0)
  const filter = options.find(({ value }) => value === address.get('show'))?.value ?? 'all'
  return (
    <>
      {total !== 0 && (
        <div className={styles.tools}>
          {/* A page of many is no place to filter: it has a part of them alone. */}
          {total !== undefined && total <= maxPageSize && options.length > 1 && (
            <Choice
              label={words.title}
              options={options.map(({ count, ...option }) => ({ ...option, count: number(count) }))}
              value={filter}
              onChoose={(one) => change({ show: one === 'all' ? null : one })}
            />
          )}
          <ExportMenu path={reportPaths.exports.sessions(groupId)} query={{}} />
        </div>
      )}
      {total !== 0 && <ZoneNote />}
      <Listing
        of={sessions}
        total={total}
        pageSize={maxPageSize}
        shown={sessions.data?.sessions.length}
        empty={{ title: none }}
      >
        {(pager) => (
          <Table
            label={words.title}
            className={styles.table}
            busy={sessions.data === undefined}
            outdated={sessions.isPlaceholderData}
            head={
              <>
                {heads.map((head, at) => (
                  <th key={head} scope="col" className={classNames(at === 0 && styles.number)}>
                    {head}
                  </th>
                ))}
                <td />
                <td />
              </>
            }
            foot={(total ?? 0) > maxPageSize && pager}
          >
            {all.filter(filters[filter]).map((session) => (
              <Row
                key={session.id}
                session={session}
                goal={course.policy.goal}
                letters={lettersOf(session, register.data)}
                room={register.data?.sessions.find(({ id }) => id === session.id)?.room}
              />
            ))}
          </Table>
        )}
      </Listing>
    </>
  )
}

/** How often each letter stands in the session. */
function lettersOf({ id }: SessionSummary, register: CourseRegister | undefined): ReadonlyMap<string, number> {
  const column = register?.sessions.findIndex((session) => session.id === id) ?? -1
  const letters = register?.people.map((person) => person.letters[column] ?? '-') ?? []
  return new Map([...new Set(letters)].map((letter) => [letter, letters.filter((one) => one === letter).length]))
}

/** In this order in each row, so that one letter stands below the other. */
const told = [...Object.values(cellLetters), 'C', '?'] as const

type RowProps = {
  session: SessionSummary
  goal: number
  letters: ReadonlyMap<string, number>
  room: string | undefined
}

function Row({ session, goal, letters, room }: RowProps) {
  const words = useTextsOf(groupTexts)
  const { register } = useTextsOf(courseTexts)
  const { uncounted } = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { number, weekday, day, time, percent } = useFormat()
  const mayOpen = useMay('today')
  const { id, startedAt, endsAt, present, expected, flagged } = session
  const isRunning = session.state === 'running'
  const place = number(session.number)
  const share = session.uncounted === undefined && !isRunning && expected > 0
  return (
    <tr data-running={isRunning} data-uncounted={session.uncounted !== undefined}>
      <td className={styles.number}>{place}</td>
      <td className={styles.date}>
        <span>{`${weekday(startedAt)}, ${day(startedAt)}`}</span>{' '}
        {isRunning && <span className={courses.running}>{words.list.running}</span>}
      </td>
      <td className={styles.start}>{time(startedAt)}</td>
      <td className={styles.room}>{room}</td>
      <td className={styles.attended}>
        {session.uncounted === undefined ? (
          words.list.of(number(present), number(expected))
        ) : (
          <span className={styles.uncounted}>{uncounted[session.uncounted]}</span>
        )}
      </td>
      <td className={styles.share}>
        {share && (
          <span className={styles.bar}>
            <Meter percent={attendancePercent(present, expected)} line={goal} height={8} />
            <b>{percent(attendancePercent(present, expected))}</b>
          </span>
        )}
      </td>
      <td className={styles.marks}>
        <ul>
          {told.map((letter) => {
            const count = letters.get(letter)
            return count === undefined ? (
              <li key={letter} aria-hidden="true" />
            ) : (
              <li key={letter} data-letter={letter} title={register.letters[letter]}>
                <CellMark letter={letter} />
                <span>{number(count)}</span>
              </li>
            )
          })}
        </ul>
      </td>
      <td className={styles.flags}>
        {isRunning && <span>{words.sessions.until(time(endsAt))}</span>}
        {flagged > 0 && (
          <span className={styles.flag}>
            <IconFlag size={16} stroke={1.9} aria-hidden="true" />
            <span>{words.sessions.disputed(number(flagged))}</span>
          </span>
        )}
      </td>
      <td className={styles.way}>
        {mayOpen && (
          <Link to={paths.courseSession($id, id)} aria-label={words.sessions.openNumbered(place)}>
            {words.list.open}
          </Link>
        )}
      </td>
    </tr>
  )
}
