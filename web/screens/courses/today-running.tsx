import { IconQrcode } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CourseSession, Today } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { EndsIn } from '../../parts/attendance-sheet/ends-in.tsx'
import band from '../../parts/attendance-sheet/running-band.module.css'
import courses from '../../parts/courses/courses.module.css'
import { useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { buttonClass, Meter, Table, useMatches } from '../../ui/index.ts'
import styles from './today.module.css'

/** More stand in a table, by room, where one has room. */
const mostBands = 2

type Run = {
  readonly id: string
  readonly title: string
  readonly number: string
  readonly room: string
  readonly by: string
  readonly present: number
  readonly people: number
  readonly startedAt: number
  readonly endsAt: number
  readonly open: string
  readonly code?: string
}

/** What runs now: sessions of courses, and the class of the whole institute. */
export function TodayRunning({ runs, rooms }: { runs: readonly Run[]; rooms: Today['rooms'] }) {
  const words = useTextsOf(courseTexts).today
  const isPhone = useMatches('(max-width: 640px)')
  if (runs.length === 0) return <p className={styles.calm}>{words.nothingRuns}</p>
  if (runs.length > mostBands && !isPhone) return <RunsTable runs={runs} rooms={rooms} />
  return runs.map((run, index) => <Band key={run.id} run={run} isFirst={index === 0} />)
}

/** Sessions of courses and the class of the whole institute, the oldest first. */
export function useRuns({ running, whole }: Today): readonly Run[] {
  const words = useTextsOf(courseTexts).today
  const { $id } = useInstitute()
  const { number } = useFormat()
  const readsOnly = useReadsOnly()
  const ofCourse = (session: CourseSession): Run => ({
    ...session,
    title: session.course.title,
    number: words.sessionNumber(number(session.number)),
    room: session.room?.name ?? '',
    by: session.startedBy?.name ?? '',
    open: paths.courseSession($id, session.id),
    ...(session.hasRoomCode && !readsOnly && { code: paths.courseDisplay($id, session.id) }),
  })
  const ofAll = whole?.running && {
    ...whole.running,
    title: words.whole,
    number: words.classNumber(number(whole.running.number)),
    room: whole.running.room?.name ?? '',
    by: '',
    open: paths.attendanceSheet($id, whole.running.id),
    ...(!readsOnly && { code: paths.markAttendance($id) }),
  }
  return [...running.map(ofCourse), ...(ofAll ? [ofAll] : [])].toSorted((a, b) => a.startedAt - b.startedAt)
}

function Band({ run, isFirst }: { run: Run; isFirst: boolean }) {
  const { today: words, session: ofSession } = useTextsOf(courseTexts)
  const { number, time } = useFormat()
  const remaining = useRemaining(run.endsAt)
  const facts = [run.number, run.room, ofSession.until(time(run.endsAt))].filter((fact) => fact !== '')
  return (
    <article className={band.band} data-board aria-label={run.title}>
      <div className={styles.what}>
        <h3 lang={nameLanguage(run.title)}>{run.title}</h3>
        <p>{facts.join(' · ')}</p>
      </div>
      <div className={band.figures}>
        <p className={band.figure}>
          <span className={band.label}>{words.here}</span>{' '}
          <b>{words.hereOf(number(run.present), number(run.people))}</b>
        </p>
        <EndsIn remaining={remaining} />
      </div>
      <div className={band.ways}>
        {run.code && (
          <Link className={buttonClass()} to={run.code} aria-label={words.codeOf(run.title)}>
            <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
            <span>{words.code}</span>
          </Link>
        )}
        <Link
          className={buttonClass(isFirst ? 'primary' : 'secondary')}
          to={run.open}
          aria-label={words.openOf(run.title)}
        >
          {words.open}
        </Link>
      </div>
    </article>
  )
}

function RunsTable({ runs, rooms }: { runs: readonly Run[]; rooms: Today['rooms'] }) {
  const words = useTextsOf(courseTexts).today
  const { number, time } = useFormat()
  const byRoom = runs.toSorted((a, b) => a.room.localeCompare(b.room, undefined, { numeric: true }))
  const free = rooms.filter(({ name }) => !runs.some(({ room }) => room === name))
  const heads = [words.room, words.courseAndTeacher, words.here, words.since, words.untilHead]
  return (
    <Table
      label={words.running}
      busy={false}
      outdated={false}
      className={styles.table}
      head={
        <>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <td />
        </>
      }
      foot={
        free.length > 0 && (
          <p className={styles.free}>
            <span>{words.freeRooms}</span>
            {free.map(({ id, name }) => (
              <span key={id} className={styles.chip}>
                {name}
              </span>
            ))}
          </p>
        )
      }
    >
      {byRoom.map((run) => (
        <tr key={run.id}>
          <td>
            <b>{run.room === '' ? '–' : run.room}</b>
          </td>
          <td>
            <span className={styles.course}>
              <b lang={nameLanguage(run.title)}>{run.title}</b>
              <span className={courses.facts}>{[run.number, run.by].filter((fact) => fact !== '').join(' · ')}</span>
            </span>
          </td>
          <td>
            <span className={styles.share}>
              <Meter percent={run.people === 0 ? 0 : (100 * run.present) / run.people} line={0} height={8} />
              <b>{words.hereOf(number(run.present), number(run.people))}</b>
            </span>
          </td>
          <td>{time(run.startedAt)}</td>
          <td>{time(run.endsAt)}</td>
          <td>
            <Link
              className={run === runs[0] ? buttonClass('primary') : undefined}
              to={run.open}
              aria-label={words.openOf(run.title)}
            >
              {words.open}
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  )
}
