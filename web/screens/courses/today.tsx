import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxSessionMinutes, minSessionMinutes } from '#contract/course-rules.ts'
import type { CourseSession, Today as TodayAnswer } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { HereCount } from '../../parts/courses/here-count.tsx'
import { RoomField } from '../../parts/courses/room-field.tsx'
import { OpenDisputes, useOpenDisputes } from '../../parts/open-disputes/open-disputes.tsx'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton, EmptyState, PageHeading, showError, TextField } from '../../ui/index.ts'
import { recallStart, rememberStart } from './remembered-start.ts'
import { useReadAfter } from './use-read-after.ts'

/** /admin/dashboard/{userId}/today: what runs, what waits to be taken, and what the person may start. */
export function Today() {
  const words = useTextsOf('course', courseTexts).today
  const today = useRead('GET /today', {})
  const readsOnly = useReadsOnly()
  const disputes = useOpenDisputes()
  const { running } = today.data ?? { running: [] }
  useReadAfter(running.length === 0 ? undefined : Math.min(...running.map(({ endsAt }) => endsAt)), today)
  return (
    <>
      <PageHeading>{words.title}</PageHeading>
      <Read of={today}>
        {(answer) => (
          <div className={styles.parts}>
            {disputes.data && <OpenDisputes disputes={disputes.data} />}
            <Sessions title={words.running} sessions={answer.running} isRunning />
            {answer.notTaken.length > 0 && (
              <Sessions title={words.notTaken} hint={words.notTakenHint} sessions={answer.notTaken} />
            )}
            {!readsOnly && <Starts today={answer} />}
          </div>
        )}
      </Read>
    </>
  )
}

type SessionsProps = { title: string; hint?: string; sessions: readonly CourseSession[]; isRunning?: boolean }

function Sessions({ title, hint, sessions, isRunning = false }: SessionsProps) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const { number, dateTime, time } = useFormat()
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {sessions.length === 0 ? (
        <p className={styles.hint}>{words.today.nothingRuns}</p>
      ) : (
        <ul className={styles.list}>
          {sessions.map(({ id, course, number: place, room, startedAt, endsAt, ...here }) => (
            <li key={id} className={styles.row}>
              <span className={styles.name}>
                <Link to={paths.courseSession($id, id)}>{words.session.title(course.code, number(place))}</Link>
                <span className={styles.facts}>{course.title}</span>
              </span>
              <span className={styles.facts}>{room?.name ?? words.today.noRoom}</span>
              <span className={styles.facts}>{dateTime(startedAt)}</span>
              {isRunning && (
                <>
                  <span className={styles.facts}>{words.session.until(time(endsAt))}</span>
                  <HereCount session={here} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Starts({ today }: { today: TodayAnswer }) {
  const words = useTextsOf('course', courseTexts).today
  const { $id } = useInstitute()
  const running = new Set(today.running.map(({ course }) => course.id))
  const startable = today.courses.filter(({ id }) => !running.has(id))
  if (startable.length === 0 && running.size > 0) return null
  return (
    <section className={styles.part} aria-label={words.start}>
      <h2>{words.start}</h2>
      {today.courses.length === 0 ? (
        <EmptyState title={words.noCourses}>{words.noCoursesHint}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {startable.map((course) => (
            <StartRow key={course.id} course={course} today={today} />
          ))}
        </ul>
      )}
      {today.courses.length >= 100 && <Link to={paths.courses($id)}>{words.more}</Link>}
    </section>
  )
}

function StartRow({ course, today }: { course: TodayAnswer['courses'][number]; today: TodayAnswer }) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const { number } = useFormat()
  const acts = useActs()
  const mayEnd = useMay('office')
  const [{ roomId, minutes }, setChosen] = useState(() => recallStart(course.id))
  const isKnown = today.rooms.some(({ id }) => id === roomId)
  const room = isKnown ? roomId : ''
  const other = today.running.find((session) => session.room?.id === room && room !== '')

  async function start(endsOther?: string) {
    const length = Number(minutes)
    if (!Number.isInteger(length) || length < minSessionMinutes || length > maxSessionMinutes) {
      showError(words.today.minutesWrong)
      return
    }
    const wanted = {
      expected: course.nextNumber,
      minutes: length,
      ...(room !== '' && { roomId: room }),
      ...(endsOther !== undefined && { endsOther }),
    }
    const started = await acts.run('POST /groups/:groupId/sessions', { groupId: course.id }, wanted)
    if (!started) return
    rememberStart(course.id, { roomId: room, minutes })
    await navigate(paths.courseSession($id, started.session.id))
  }

  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <b>{course.code}</b>
        <span className={styles.facts}>{`${course.title} · ${words.list.people(number(course.people))}`}</span>
      </span>
      <RoomField
        label={words.today.room}
        rooms={today.rooms}
        value={room}
        onChoose={(chosen) => setChosen({ roomId: chosen, minutes })}
      />
      <TextField
        label={words.today.minutes}
        inputMode="numeric"
        autoComplete="off"
        asciiDigits
        size={4}
        value={minutes}
        onValueChange={(value) => setChosen({ roomId, minutes: value })}
      />
      {other && mayEnd ? (
        <ConfirmButton busy={acts.isBusy} onClick={() => void start(other.id)}>
          {words.today.endOther(other.course.code)}
        </ConfirmButton>
      ) : (
        <Button kind="primary" busy={acts.isBusy} disabled={other !== undefined} onClick={() => void start()}>
          {words.today.startOf(course.code)}
        </Button>
      )}
    </li>
  )
}
