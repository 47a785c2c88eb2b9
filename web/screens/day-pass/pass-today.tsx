import { useState } from 'react'
import { maxSessionMinutes, minSessionMinutes } from '#contract/course-rules.ts'
import type { CourseSession } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { DayPassDisplay } from '#contract/day-pass.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { startByDayPass } from '../../client/day-pass-calls.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { HereCount } from '../../parts/courses/here-count.tsx'
import { RoomField } from '../../parts/courses/room-field.tsx'
import { Button, EmptyState, Hint, PageHeading, showError, TextField } from '../../ui/index.ts'
import { usePassAct } from './use-pass-act.ts'

type PassTodayProps = { pass: DayPassDisplay; onOpen: (sessionId: string) => void }

/** The courses that the pass names, and what runs in them. */
export function PassToday({ pass, onOpen }: PassTodayProps) {
  const words = useTextsOf(dayPassTexts).page
  const { today } = useTextsOf(courseTexts)
  const { time } = useFormat()
  const running = new Set(pass.running.map(({ course }) => course.id))
  const startable = pass.courses.filter(({ id }) => !running.has(id))
  return (
    <div className={styles.parts}>
      <div>
        <PageHeading>{pass.organisation.name}</PageHeading>
        <Hint>{words.passOf(pass.name, time(pass.endsAt))}</Hint>
        {pass.finishUntil !== null && <Hint>{words.finishUntil(time(pass.finishUntil))}</Hint>}
        <Hint>{words.unsigned}</Hint>
      </div>
      {pass.running.length > 0 && <Sessions title={today.running} sessions={pass.running} onOpen={onOpen} />}
      {pass.notTaken.length > 0 && <Sessions title={today.notTaken} sessions={pass.notTaken} onOpen={onOpen} />}
      {pass.courses.length === 0 && pass.serverTime < pass.endsAt && (
        <EmptyState title={words.noCourses}>{words.noCoursesHint}</EmptyState>
      )}
      {startable.length > 0 && (
        <section className={styles.part} aria-label={today.start}>
          <h2>{today.start}</h2>
          <ul className={styles.list}>
            {startable.map((course) => (
              <StartRow key={course.id} course={course} pass={pass} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type SessionsProps = { title: string; sessions: readonly CourseSession[]; onOpen: PassTodayProps['onOpen'] }

function Sessions({ title, sessions, onOpen }: SessionsProps) {
  const words = useTextsOf(courseTexts)
  const { number, time } = useFormat()
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {sessions.map(({ id, course, number: place, room, endsAt, ...here }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              <b>{course.title}</b>
              <span className={styles.facts}>{room?.name ?? words.today.noRoom}</span>
            </span>
            <span className={styles.facts}>{words.session.until(time(endsAt))}</span>
            <HereCount session={here} />
            <Button onClick={() => onOpen(id)}>{words.session.title(course.code, number(place))}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StartRowProps = PassTodayProps & { course: DayPassDisplay['courses'][number] }

function StartRow({ course, pass, onOpen }: StartRowProps) {
  const words = useTextsOf(courseTexts)
  const { number } = useFormat()
  const act = usePassAct()
  const [roomId, setRoom] = useState('')
  const [minutes, setMinutes] = useState('60')

  async function start() {
    const length = Number(minutes)
    if (!Number.isInteger(length) || length < minSessionMinutes || length > maxSessionMinutes) {
      showError(words.today.minutesWrong)
      return
    }
    const wanted = { expected: course.nextNumber, minutes: length, ...(roomId !== '' && { roomId }) }
    const sheet = await act.run(() => startByDayPass(course.id, wanted))
    if (sheet) onOpen(sheet.session.id)
  }

  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <b>{course.code}</b>
        <span className={styles.facts} lang={nameLanguage(course.title)}>
          {`${course.title} · ${words.list.people(number(course.people))}`}
        </span>
      </span>
      <RoomField label={words.today.room} rooms={pass.rooms} value={roomId} onChoose={setRoom} />
      <TextField
        label={words.today.minutes}
        inputMode="numeric"
        autoComplete="off"
        asciiDigits
        size={4}
        value={minutes}
        onValueChange={setMinutes}
      />
      <Button kind="primary" busy={act.isBusy} onClick={() => void start()}>
        {words.today.startOf(course.code)}
      </Button>
    </li>
  )
}
