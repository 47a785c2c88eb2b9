import { useState } from 'react'
import { Link } from 'react-router'
import type { Today } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { useFormat } from '../../language/format.ts'
import { isFound } from '../../language/is-found.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { StartAttendanceButton } from '../../parts/attendance-session/start-attendance-button.tsx'
import courses from '../../parts/courses/courses.module.css'
import { StartCourse } from '../../parts/room-pick/start-course.tsx'
import { useMay } from '../../session/may.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { type ButtonKind, Card, EmptyState, TextField } from '../../ui/index.ts'
import styles from './today.module.css'

/** So many lines at once; the others are found by their names. */
const mostLines = 6

/** The courses that do not run now, each with its room, its minutes and Start, and the whole institute. `isMain`: nothing else on the page is. */
export function TodayStarts({ today, isMain }: { today: Today; isMain: boolean }) {
  const { today: words, list } = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  // The own login starts it in its bar.
  const isPerson = useAccount().prefs.acting !== undefined
  const running = new Set(today.running.map(({ course }) => course.id))
  const startable = today.courses.filter(({ id }) => !running.has(id))
  const hasCourses = today.courses.length > 0
  const whole = isPerson && today.whole?.running === null ? today.whole : undefined
  if (startable.length === 0 && !whole) return hasCourses ? null : <NoCourses />
  const found = startable.filter(({ code, title }) => isFound(`${code} ${title}`, search))
  return (
    <section className={styles.part} aria-label={words.start}>
      <h2>{words.start}</h2>
      {!hasCourses && <NoCourses />}
      {startable.length > mostLines && (
        <TextField label={words.find} required={false} autoComplete="off" value={search} onValueChange={setSearch} />
      )}
      {found.length === 0 && startable.length > 0 ? (
        <p className={styles.calm}>{words.noMatch}</p>
      ) : (
        <Card as="ul" className={courses.list}>
          {found.slice(0, mostLines).map((course, index) => (
            <li key={course.id} className={styles.line}>
              <span className={styles.codeOf}>{course.code}</span>
              <div className={styles.what}>
                <h3 lang={nameLanguage(course.title)}>{course.title}</h3>
                <p>{`${words.sessionNumber(number(course.nextNumber))} · ${list.people(number(course.people))}`}</p>
              </div>
              <StartCourse course={course} today={today} kind={isMain && index === 0 ? 'primary' : 'secondary'} />
            </li>
          ))}
          {search.trim() === '' && whole && (
            <WholeLine whole={whole} today={today} kind={isMain && startable.length === 0 ? 'primary' : 'secondary'} />
          )}
        </Card>
      )}
      {found.length > mostLines && <Link to={paths.courses($id)}>{words.more}</Link>}
    </section>
  )
}

function NoCourses() {
  const words = useTextsOf(courseTexts).today
  const isOffice = useMay('office')
  return <EmptyState title={words.noCourses}>{isOffice ? words.noCoursesOffice : words.noCoursesHint}</EmptyState>
}

type WholeLineProps = { whole: NonNullable<Today['whole']>; today: Today; kind: ButtonKind }

function WholeLine({ whole, today, kind }: WholeLineProps) {
  const { $id } = useInstitute()
  const { today: words, list } = useTextsOf(courseTexts)
  const { number } = useFormat()
  return (
    <li className={styles.line}>
      <span className={styles.codeOf} />
      <div className={styles.what}>
        <h3>{words.whole}</h3>
        <p>{list.people(number(whole.people))}</p>
      </div>
      {today.rooms.length > 0 ? (
        <StartCourse
          course={{ id: $id, code: words.whole, nextNumber: whole.nextNumber }}
          today={today}
          kind={kind}
          everyone={whole.people}
        />
      ) : (
        <StartAttendanceButton kind={kind} disabled={false} asks people={whole.people} />
      )}
    </li>
  )
}
