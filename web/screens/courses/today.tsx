import { useContext } from 'react'
import { Link } from 'react-router'
import type { Today as TodayAnswer } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { serverNow } from '../../client/server-clock.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { TimeZoneContext, useLocale } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { ZoneNote } from '../../parts/institute-settings/zone-note.tsx'
import { OpenDisputes, useOpenDisputes } from '../../parts/open-disputes/open-disputes.tsx'
import { useIsTeacher, useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { PageHeading } from '../../ui/index.ts'
import { CourseTable } from './course-table.tsx'
import styles from './today.module.css'
import { TodayNotTaken } from './today-not-taken.tsx'
import { TodayRunning, useRuns } from './today-running.tsx'
import { TodayStarts } from './today-starts.tsx'
import { useReadAfter } from './use-read-after.ts'

/** So many courses stand here; the others stand in the list of courses. */
const mostRows = 12

/** /admin/dashboard/{userId}/today: what runs, what waits to be taken, and what the person may start. */
export function Today() {
  const words = useTextsOf(courseTexts).today
  const today = useRead('GET /today', {})
  const { running, whole } = today.data ?? { running: [] }
  const ends = [...running, ...(whole?.running ? [whole.running] : [])].map(({ endsAt }) => endsAt)
  useReadAfter(ends.length === 0 ? undefined : Math.min(...ends), today)
  return (
    <>
      <div className={styles.head}>
        <PageHeading>{words.title}</PageHeading>
        {today.data && <Now />}
        {today.data && <ZoneNote />}
      </div>
      <Read of={today}>{(answer) => <Parts today={answer} />}</Read>
    </>
  )
}

function Parts({ today }: { today: TodayAnswer }) {
  const words = useTextsOf(courseTexts).today
  const readsOnly = useReadsOnly()
  const disputes = useOpenDisputes()
  const runs = useRuns(today)
  const hasDisputes = disputes.data !== undefined && disputes.data.total > 0
  const waits = hasDisputes || today.notTaken.length > 0
  return (
    <div className={styles.page}>
      <div className={waits ? styles.columns : styles.column}>
        <div className={styles.column}>
          <section className={styles.part} aria-label={words.running}>
            <h2>{words.running}</h2>
            <TodayRunning runs={runs} rooms={today.rooms} />
          </section>
          {!readsOnly && <TodayStarts today={today} isMain={runs.length === 0} />}
        </div>
        {/* It keeps its place while the last of it is answered: a dialog over it stays. */}
        <div className={styles.column}>
          {today.notTaken.length > 0 && <TodayNotTaken sessions={today.notTaken} />}
          {disputes.data && <OpenDisputes disputes={disputes.data} />}
        </div>
      </div>
      {today.courses.length > 0 && <MyCourses today={today} />}
    </div>
  )
}

/** The courses with their numbers, which are those of Reports. A person without registers reads them without. */
function MyCourses({ today: { courses, running } }: { today: TodayAnswer }) {
  const words = useTextsOf(courseTexts).today
  const { $id } = useInstitute()
  const report = useRead('GET /reports/courses', {}, { after: '0' }, { enabled: useMay('registers') })
  const title = useIsTeacher() ? words.yours : words.allShort
  return (
    <div className={styles.part}>
      <div className={styles.between}>
        <h2>{title}</h2>
        <Link to={paths.courses($id)}>{words.all}</Link>
      </div>
      <CourseTable
        label={title}
        courses={courses.slice(0, mostRows).map((course) => ({ ...course, sessions: course.nextNumber - 1 }))}
        running={running}
        figures={new Map(report.data?.courses.map((course) => [course.id, course]))}
        tintsRunning
      />
    </div>
  )
}

/** Day and time in the institute's zone, by the minute. */
function Now() {
  const locale = useLocale()
  const timeZone = useContext(TimeZoneContext)
  const now = serverNow()
  // The rest of this minute: the time is written again when it is over.
  useRemaining((Math.floor(now / 60_000) + 1) * 60_000)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  return <p className={styles.now}>{format.format(now)}</p>
}
