import { useId } from 'react'
import { Navigate } from 'react-router'
import { attendedStatuses, cellLetters } from '#contract/course-cells.ts'
import type { OwnCourses } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { MayBeOld } from '../../kit/may-be-old.tsx'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { type Column, nothing, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { Strip } from '../../parts/courses/strip.tsx'
import { useOutlook } from '../../parts/courses/use-outlook.ts'
import { disputeTexts } from '../../parts/receipts/dispute-texts.ts'
import { DisputeWay } from '../../parts/receipts/dispute-way.tsx'
import { EvidenceWay } from '../../parts/receipts/evidence-way.tsx'
import { sayDispute } from '../../parts/receipts/has-dispute.ts'
import { useAccount } from '../../session/session.ts'
import { BackLink, Card, classNames, Meter, PageHeading, Percentage } from '../../ui/index.ts'
import styles from './own-courses.module.css'
import { OwnStatus, OwnWay } from './own-status.tsx'
import { useCourseFacts } from './use-course-facts.ts'

type Course = OwnCourses['courses'][number]
type Session = Course['sessions'][number]

/** One own course: what it comes to, and each session, the newest first. */
export function OwnCourse({ id }: { id: string }) {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const { $id } = useAccount()
  const courses = useRead('GET /own/courses', {})
  const dashboard = paths.studentDashboard($id)
  return (
    <>
      <BackLink to={dashboard}>{studentDashboard.title}</BackLink>
      <Read of={courses}>
        {({ courses: all }) => {
          const course = all.find((one) => one.id === id)
          if (!course) return <Navigate to={dashboard} replace />
          return (
            <>
              <Head course={course} />
              <MayBeOld of={courses} />
              <Sessions course={course} />
            </>
          )
        }}
      </Read>
    </>
  )
}

function Head({ course }: { course: Course }) {
  const words = useTextsOf(courseTexts)
  const { number } = useFormat()
  const outlook = useOutlook()
  const factsOf = useCourseFacts()
  const { title, goal, by, working } = course
  const { percentBp, points, counted } = working
  return (
    <>
      <div>
        <PageHeading>{title}</PageHeading>
        <p className={styles.facts}>{factsOf(course)}</p>
      </div>
      <Card padded className={styles.sum}>
        {percentBp === null ? (
          <p className={styles.none}>{words.register.none}</p>
        ) : (
          <>
            <Percentage percent={percentBp / 100} line={goal} size="medium" />
            <Meter percent={percentBp / 100} line={goal} height={10} className={styles.meter} />
            <p className={styles.facts}>
              <span>{words.own.counted[by](number(points / 100), number(counted))}</span>
              <span>{outlook(course)[0]}</span>
            </p>
          </>
        )}
        <Latest sessions={course.sessions.slice(-sessionsInSight)} />
      </Card>
    </>
  )
}

/** So many sessions have room beside each other on most phones. */
const sessionsInSight = 12

function Latest({ sessions }: Pick<Course, 'sessions'>) {
  const { own, register } = useTextsOf(courseTexts)
  const nameOf = useSessionName()
  const { shortDay } = useFormat()
  const id = useId()
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!first || !last) return null
  return (
    <>
      <Strip
        labelledBy={id}
        cells={sessions.map((session) => ({
          id: session.id,
          letter: session.letter,
          name: `${nameOf(session)}: ${register.letters[session.letter as keyof typeof register.letters]}`,
        }))}
      />
      <p id={id} className={classNames(styles.facts, styles.ends)}>
        <span>{shortDay(first.startedAt)}</span> <span>{own.strip}</span> <span>{shortDay(last.startedAt)}</span>
      </p>
    </>
  )
}

function useSessionName() {
  const words = useTextsOf(courseTexts).own
  const { number, day } = useFormat()
  return (session: Session) => words.session(number(session.number), day(session.startedAt))
}

function Sessions({ course: { title, sessions } }: { course: Course }) {
  const words = useTextsOf(courseTexts).own
  const columns = useColumns()
  if (sessions.length === 0) return <p>{words.noSessions}</p>
  return (
    <RegisterTable
      label={words.sessionsOf(title)}
      columns={columns}
      rows={sessions.toReversed()}
      keyOf={({ id }) => id}
      more={(session) => (session.dispute || session.isSigned ? <Ways session={session} /> : undefined)}
      busy={false}
    />
  )
}

function useColumns(): readonly Column<Session>[] {
  const reports = useTextsOf(reportsTexts)
  const { number, day, time } = useFormat()
  const { columns } = reports
  return [
    {
      key: 'session',
      label: columns.session,
      isMain: true,
      cell: ({ id, number: place }) => (
        <span id={id} className={styles.line}>
          {reports.session(number(place))}
        </span>
      ),
    },
    {
      key: 'started',
      label: columns.started,
      isPlain: true,
      cell: ({ startedAt, room }) => [day(startedAt), time(startedAt), ...(room === null ? [] : [room])].join(', '),
    },
    { key: 'status', label: columns.presence, isVerdict: true, cell: (session) => <Status session={session} /> },
    {
      key: 'marked',
      label: columns.marked,
      isForWide: true,
      cell: ({ mark }) => (mark ? time(mark.markedAt) : nothing),
    },
    { key: 'way', label: columns.method, isPlain: true, cell: ({ mark }) => (mark ? <OwnWay mark={mark} /> : nothing) },
  ]
}

/** With the reason of the last decision, and what the student said. */
function Status({ session: { letter, reason, dispute } }: { session: Session }) {
  const receiptsWords = useTextsOf(receiptsTexts)
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(disputeTexts)
  const isAbsence = !attendedStatuses.some((status) => cellLetters[status] === letter)
  return (
    <>
      <OwnStatus letter={letter} />
      {reason !== null && reason !== '' && (
        <span className={styles.said} data-below>{`“${sayReason(reason, reports.preparedReasons)}”`}</span>
      )}
      {dispute?.flaggedAt != null && (
        <span className={styles.said} data-below>
          {sayDispute({ ...dispute, isAbsence }, words, receiptsWords)}
        </span>
      )}
    </>
  )
}

/** What the student can do about an own cell. */
function Ways({ session }: { session: Session }) {
  const { id, dispute, isSigned } = session
  const about = useSessionName()(session)
  return (
    <div className={styles.ways}>
      {dispute && <DisputeWay dispute={dispute} sessionId={id} about={about} />}
      {isSigned && <EvidenceWay sessionId={id} about={about} />}
    </div>
  )
}
