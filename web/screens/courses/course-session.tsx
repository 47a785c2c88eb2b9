import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import type { CourseSheet, CourseSheetPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { joinNames } from '#contract/text-fields.ts'
import { isRequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import styles from '../../parts/courses/courses.module.css'
import { HereCount } from '../../parts/courses/here-count.tsx'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { sayCell } from '../../parts/courses/say-cell.ts'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { BackLink, Button, buttonClass, classNames, PageHeading } from '../../ui/index.ts'
import { RollCall } from './roll-call.tsx'
import { SessionActs } from './session-acts.tsx'
import { useReadAfter } from './use-read-after.ts'

/**
 * /admin/dashboard/{userId}/course-sessions/{sessionId}: the sheet of a session of a course, made for the teacher's phone. With ?roll
 * its roll call.
 */
export function CourseSession() {
  const { sessionId = '' } = useParams()
  const words = useTextsOf('course', courseTexts).today
  const { $id } = useInstitute()
  const [query] = useSearchParams()
  const draft = draftOf(useAccount().$id, sessionId)
  const sheet = useRead('GET /sessions/:sessionId', { sessionId })
  useReadAfter(sheet.data?.session.endsAt, sheet)
  const isGone = isRequestError(sheet.error, 'document_not_found')
  useEffect(() => {
    // It was taken back, or is no one's here any more.
    if (isGone) forgetTaps(draft)
  }, [isGone, draft])
  return (
    <>
      {!query.has('roll') && <BackLink to={paths.today($id)}>{words.title}</BackLink>}
      <Read of={sheet}>
        {(answer) =>
          answer.kind === 'course' ? (
            <Sheet key={sessionId} sheet={answer} />
          ) : (
            <Navigate to={paths.attendanceSheet($id, sessionId)} replace />
          )
        }
      </Read>
    </>
  )
}

function Sheet({ sheet }: { sheet: CourseSheet }) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const { number, time } = useFormat()
  const { by } = useTextsOf('acting', actingTexts)
  const sayPerson = useSayPerson()
  const navigate = useNavigate()
  const acts = useActs()
  const today = useRead('GET /today', {})
  const mayRule = useMay('cells')
  const readsOnly = useReadsOnly()
  const account = useAccount()
  const [query, setQuery] = useSearchParams()
  const { session, people } = sheet
  const isOver = sheet.serverTime >= session.endsAt
  const isWaiting = isOver && !session.isTaken && session.status === 'held'
  const checksIn = session.hasRoomCode || people.some(({ cell }) => cell.mark !== null)
  if (query.has('roll')) return <RollCall sheet={sheet} onClose={() => setQuery({}, { replace: true })} />
  return (
    <>
      <div className={styles.head}>
        <div>
          <PageHeading>{words.session.title(session.course.code, number(session.number))}</PageHeading>
          <p className={styles.hint}>
            {[
              session.course.title,
              session.room?.name ?? words.today.noRoom,
              isOver ? words.session.ended(time(session.endsAt)) : words.session.until(time(session.endsAt)),
            ].join(' · ')}
          </p>
          {session.startedBy?.role === 'day-pass' && <p className={styles.hint}>{by(sayPerson(session.startedBy))}</p>}
          <p>
            <HereCount session={session} />{' '}
            {isWaiting && <span className={styles.status}>{words.session.notTaken}</span>}
            {session.status !== 'held' && (
              <span className={styles.status}>{words.session.statuses[session.status]}</span>
            )}
          </p>
        </div>
        <div className={styles.actions}>
          {!isOver && session.hasRoomCode && !readsOnly && (
            <Link className={buttonClass()} to={paths.courseDisplay($id, session.id)}>
              <span>{words.session.showCode}</span>
            </Link>
          )}
          {!readsOnly && (
            <Button kind={isOver || checksIn ? 'secondary' : 'primary'} onClick={() => setQuery({ roll: '' })}>
              {words.session.rollCall}
            </Button>
          )}
        </div>
      </div>
      <People sheet={sheet} people={people} isOver={isOver} mayRule={mayRule} />
      {mayRule && (
        <SessionActs
          session={session}
          isOver={isOver}
          rooms={today.data?.rooms ?? []}
          acts={acts}
          onTakenBack={() => {
            forgetTaps(draftOf(account.$id, session.id))
            void navigate(paths.today($id))
          }}
        />
      )}
    </>
  )
}

type PeopleProps = { sheet: CourseSheet; people: readonly CourseSheetPerson[]; isOver: boolean; mayRule: boolean }

function People({ sheet, people, isOver, mayRule }: PeopleProps) {
  const words = useTextsOf('course', courseTexts)
  const { by } = useTextsOf('acting', actingTexts)
  const sayPerson = useSayPerson()
  const { time, dateTime, number } = useFormat()
  const ruling = useRuling()
  const { session } = sheet
  if (people.length === 0) return <p className={styles.hint}>{words.session.none}</p>
  return (
    <>
      <ul className={classNames(styles.list, styles.sheet)}>
        {people.map((person) => {
          const name = joinNames(person.given, person.family)
          const { cell } = person
          return (
            <li key={person.personId} className={styles.row}>
              <span className={styles.name}>
                <b lang={nameLanguage(name)}>{name}</b>
                <span className={styles.facts}>{person.rollNumber}</span>
              </span>
              {cell.mark && (
                <span className={styles.facts}>
                  {words.session.marked(time(cell.mark.markedAt), words.session.ways[cell.mark.way])}
                </span>
              )}
              {cell.ruling && cell.ruling.reason !== '' && (
                <span className={styles.facts}>{`“${cell.ruling.reason}”`}</span>
              )}
              {cell.ruling?.by?.role === 'day-pass' && (
                <span className={styles.facts}>{by(sayPerson(cell.ruling.by))}</span>
              )}
              {cell.isGuest && <span className={styles.status}>{words.guest}</span>}
              <span className={styles.status} data-status={cell.status ?? undefined}>
                {sayCell(cell, words)}
              </span>
              {mayRule && (
                <Button
                  kind="quiet"
                  aria-label={words.session.changeNamed(name)}
                  onClick={() =>
                    ruling.decide({
                      sessionId: session.id,
                      personId: person.personId,
                      name,
                      rollNumber: person.rollNumber,
                      session: `${words.session.title(session.course.code, number(session.number))}, ${dateTime(session.startedAt)}`,
                      isCourse: true,
                      status: cell.status ?? (isOver ? 'absent' : 'present'),
                    })
                  }
                >
                  {words.session.change}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {ruling.dialog}
    </>
  )
}
