import { IconAlertTriangle, IconCheck, IconClock, IconClockOff, IconUsersMinus } from '@tabler/icons-react'
import { productAddress } from '#contract/addresses.ts'
import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { partSinceJoining } from '#contract/attendance-working.ts'
import type { CheckInMark, CheckInSession, FinishedCheckIn } from '#contract/check-in.ts'
import { type CheckInTexts, checkInTexts } from '#contract/check-in-texts.ts'
import type { ReceiptList } from '#contract/receipts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { organisationDetailTexts } from '../../parts/attendance-record/organisation-detail-texts.ts'
import { SinceJoining } from '../../parts/attendance-record/since-joining.tsx'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Percentage } from '../../ui/percentage.tsx'
import styles from './check-in.module.css'
import { CourseStanding } from './course-standing.tsx'
import { LogOutHere } from './log-out-here.tsx'
import { MarkedAt, NotMe, Proved, Whose } from './own-mark.tsx'
import { SignPanel } from './sign-panel.tsx'
import { useOwnRead } from './use-own-read.ts'
import { OwnSessions, WhomToAsk } from './where-next.tsx'

export type DoneProps = { finished: FinishedCheckIn; onLoggedOut: () => void; onScanAgain: () => void }

/** The mark, with how the student stands now. */
export function Done({ finished, onLoggedOut, onScanAgain }: DoneProps) {
  const attendance = useTextsOf(attendanceTexts)
  const words = useTextsOf(checkInTexts)
  const { session, sharedBrowser, loggedIn, serverTime } = finished
  const mark = finished.marks[0]
  if (mark === undefined) return null
  const isNew = mark.outcome === 'counted'
  const isWithdrawn = mark.outcome === 'withdrawn'
  const isCounted = !isWithdrawn && mark.timing !== 'after-closing' && !mark.isGuest
  return (
    <>
      <SignPanel {...signOf(mark, words)}>
        {!isWithdrawn && (
          <p role="status">
            {isCounted && (
              <>
                <b>{isNew ? attendance.marked : attendance.alreadyMarked}</b>
                <br />
              </>
            )}
            {mark.markedAt !== null && <MarkedAt session={session} mark={{ markedAt: mark.markedAt, way: mark.way }} />}
          </p>
        )}
      </SignPanel>
      <Whose student={mark.student} />
      {isCounted && mark.timing && <p className={styles.note}>{words.countsAtOnce}</p>}
      {!isCounted && <WhomToAsk session={session} student={mark.student} />}
      {loggedIn && <p className={styles.note}>{words.loggedIn}</p>}
      {mark.student.working && (
        <Standing
          session={session}
          working={mark.student.working}
          isClassRunning={mark.markedAt === null && serverTime < session.endsAt}
        />
      )}
      {isCounted && session.course && <CourseStanding course={session.course} sessionId={session.id} />}
      {!isWithdrawn && mark.markedAt !== null && <Proved way={mark.way} />}
      <div className={styles.foot}>
        {sharedBrowser && (
          <>
            <p className={styles.about}>{words.sharedBrowser}</p>
            <LogOutHere kind="primary" onDone={onLoggedOut} />
          </>
        )}
        <OwnSessions session={session} studentId={mark.student.id} size={sharedBrowser ? 'regular' : 'large'} />
        <Button kind="quiet" wide onClick={onScanAgain}>
          {words.another}
        </Button>
        {!isWithdrawn && mark.timing !== 'after-closing' && mark.markedAt !== null && (
          <NotMe session={session} student={mark.student} />
        )}
      </div>
    </>
  )
}

/** What the sign says: who came too late must not read that it counts. */
function signOf({ outcome, timing, isGuest }: CheckInMark, words: CheckInTexts) {
  if (outcome === 'withdrawn')
    return { tone: 'framed', icon: IconAlertTriangle, title: words.withdrawn, hint: words.withdrawnHint } as const
  if (isGuest)
    return { tone: 'framed', icon: IconUsersMinus, title: words.guest, hint: words.guestCountsNowhere } as const
  if (timing === 'after-closing')
    return {
      tone: 'framed',
      icon: IconClockOff,
      title: words.doneAfterClosing,
      hint: words.doneAfterClosingHint,
    } as const
  if (outcome === 'already-marked')
    return {
      tone: 'framed',
      icon: IconCheck,
      title: words.alreadyMarked,
      hint: timing === 'late' ? words.doneLateHint : undefined,
    } as const
  if (timing === 'late')
    return { tone: 'done', icon: IconClock, title: words.doneLate, hint: words.doneLateHint } as const
  return { tone: 'done', icon: IconCheck, title: words.done } as const
}

type StandingProps = {
  session: CheckInSession
  working: AttendanceWorking
  /** True while a class runs in which the student has no mark. */
  isClassRunning: boolean
}

/** What leads on the dashboard, too (decision 31), and what it comes from. */
function Standing({ session, working, isClassRunning }: StandingProps) {
  const organisationDetail = useTextsOf(organisationDetailTexts)
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(checkInTexts)
  const format = useFormat()
  const { counted, attended, percentage, mayMiss, mustAttend } = working
  // At 75 nothing else can lead.
  const isBelow = percentage !== null && percentage < goodAttendancePercent
  const list = useOwnRead<ReceiptList>(isBelow ? productAddress('GET /receipts', {}) : undefined)
  const joined = list?.joinedAfter?.find(({ organisationId }) => organisationId === session.organisationId)
  const part = joined && partSinceJoining(working, joined.after)
  const rows = [
    [organisationDetail.totalClasses, format.number(counted)],
    [organisationDetail.totalAttendance, format.number(attended)],
  ]
  return (
    <section className={styles.standing}>
      <h2>{words.attendanceIn(session.organisationName)}</h2>
      {part ? (
        <SinceJoining late={{ joinedAt: joined.joinedAt, before: joined.after, part }} reader="student" all={working} />
      ) : isBelow && list === undefined ? (
        <div className={styles.waiting} />
      ) : percentage !== null ? (
        <>
          <Percentage percent={percentage} line={goodAttendancePercent} size="large" />
          <Meter percent={percentage} line={goodAttendancePercent} className={styles.meter} />
          <p className={styles.quiet}>
            {mustAttend > 0 ? reports.mustStillAttend(mustAttend) : reports.mayStillMiss(mayMiss)}
          </p>
        </>
      ) : null}
      {isClassRunning && <p className={styles.quiet}>{reports.classRunning}</p>}
      <dl className={styles.rows}>
        {rows.map(([what, figure]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
