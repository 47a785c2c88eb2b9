import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { attendedStatuses, cellLetters } from '#contract/course-cells.ts'
import type { OwnCourses as Answer } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { disputeTexts } from '#contract/dispute-texts.ts'
import { courseParameter } from '#contract/paths.ts'
import { messageOf } from '../../client/request-error.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Opener } from '../../parts/opener/opener.tsx'
import { DisputeWay } from '../../parts/receipts/dispute-way.tsx'
import { EvidenceWay } from '../../parts/receipts/evidence-way.tsx'
import { sayDispute } from '../../parts/receipts/has-dispute.ts'
import { ErrorState, Percentage } from '../../ui/index.ts'
import styles from './own-courses.module.css'

type Course = Answer['courses'][number]

/** The student's courses at all institutes, with what each one counts. */
export function OwnCourses() {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts).own
  const headingId = useId()
  const [query] = useSearchParams()
  const wanted = query.get(courseParameter)
  const { data, error, isFetching, refetch } = useRead('GET /own/courses', {})
  if (data?.courses.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {words.title}
      </h2>
      {data ? (
        <ul className={styles.list}>
          {data.courses.map((course) => (
            <Row key={course.id} course={course} isWanted={course.id === wanted} />
          ))}
        </ul>
      ) : (
        error && <ErrorState message={messageOf(error, texts)} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

/** `isWanted`: the address asks for its sessions. */
function Row({ course, isWanted }: { course: Course; isWanted: boolean }) {
  const words = useTextsOf('course', courseTexts)
  const [isOpen, setOpen] = useState(isWanted)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView()
  }, [isWanted])
  const sessionsId = useId()
  const { code, title, isEnrolled, goal, working } = course
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.head}>
        <div className={styles.name}>
          <Opener
            isOpen={isOpen}
            controls={sessionsId}
            label={words.own.sessionsOf(title)}
            onToggle={() => setOpen(!isOpen)}
          >
            <span lang={nameLanguage(title)}>{title}</span>
          </Opener>
          {code !== title && <span className={styles.fact}>{code}</span>}
        </div>
        <div className={styles.numbers}>
          {working.percentBp !== null && <Percentage percent={working.percentBp / 100} line={goal} />}
          <Outlook course={course} />
        </div>
      </div>
      {!isEnrolled && <p className={styles.fact}>{words.own.over}</p>}
      {isOpen && <Sessions id={sessionsId} course={course} />}
    </li>
  )
}

/** What the percentage is made of, and what it allows by the sessions so far. */
function Outlook({ course: { by, isEnrolled, working } }: { course: Course }) {
  const words = useTextsOf('course', courseTexts)
  const { number } = useFormat()
  const { percentBp, points, counted, isBelow, mayMiss, mustAttend } = working
  if (percentBp === null) return <span className={styles.fact}>{words.register.none}</span>
  const outlook = !isBelow
    ? words.register.mayMiss(number(mayMiss))
    : mustAttend === null
      ? words.register.outOfReach
      : words.register.mustAttend(number(mustAttend))
  return (
    <>
      <span className={styles.fact}>{words.own.counted[by](number(points / 100), number(counted))}</span>
      {isEnrolled && by === 'sessions' && <span className={styles.fact}>{outlook}</span>}
    </>
  )
}

/** The letter is of a session in which the student was. */
const isHere = (letter: string) => attendedStatuses.some((status) => cellLetters[status] === letter)

/** The newest first. */
function Sessions({ id, course: { sessions } }: { id: string; course: Course }) {
  const words = useTextsOf('course', courseTexts)
  const texts = useTexts()
  const disputeWords = useTextsOf('dispute', disputeTexts)
  const { number, day } = useFormat()
  if (sessions.length === 0)
    return (
      <p id={id} className={styles.fact}>
        {words.own.noSessions}
      </p>
    )
  return (
    <ul id={id} className={styles.sessions}>
      {sessions.toReversed().map(({ id: key, number: place, startedAt, letter, reason, isSigned, dispute }) => (
        <li key={key} className={styles.session}>
          <span>{words.own.session(number(place), day(startedAt))}</span>
          <b data-letter={letter}>{words.register.letters[letter as keyof typeof words.register.letters]}</b>
          {reason !== null && reason !== '' && <span className={styles.fact}>{`“${reason}”`}</span>}
          {dispute?.flaggedAt != null && (
            <span className={styles.fact}>
              {sayDispute({ ...dispute, isAbsence: !isHere(letter) }, disputeWords, texts)}
            </span>
          )}
          {dispute && (
            <DisputeWay dispute={dispute} sessionId={key} about={words.own.session(number(place), day(startedAt))} />
          )}
          {isSigned && <EvidenceWay sessionId={key} about={words.own.session(number(place), day(startedAt))} />}
        </li>
      ))}
    </ul>
  )
}
