import { IconAlertTriangle, IconClockOff, IconMail, IconUserOff, IconUsersMinus } from '@tabler/icons-react'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { codeParameter, paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { FrontDesk, HeldPanel } from './closed-stage.tsx'
import { Done, type DoneProps } from './done.tsx'
import { LogOutHere } from './log-out-here.tsx'
import { SignPanel } from './sign-panel.tsx'
import { WhereNext } from './where-next.tsx'

/** Offers without a ceremony: there is nothing to confirm, and this says why. */
export function OfferClosed({ offer, ...acts }: { offer: Offer } & Omit<DoneProps, 'finished'>) {
  const words = useTextsOf(checkInTexts)
  const { student, session } = offer
  switch (offer.state) {
    case 'already-marked':
    case 'withdrawn':
      return student && <Done finished={asFinished(offer, student, offer.state)} {...acts} />
    case 'not-a-member':
      return (
        <>
          <SignPanel
            tone="framed"
            icon={IconUsersMinus}
            title={words.notMember(session.organisationName)}
            hint={words.notMemberHint}
          />
          <div className={styles.foot}>
            {/* A login leads on to the dashboard with the code; so does this page, to a student who is logged in. */}
            <a
              className={buttonClass('primary', 'large', true)}
              href={`${paths.login}?${new URLSearchParams({ [codeParameter]: session.organisationId })}`}
            >
              {words.join}
            </a>
          </div>
        </>
      )
    case 'not-in-course':
      return (
        <>
          <SignPanel tone="framed" icon={IconUsersMinus} title={words.notInCourse} hint={words.notInCourseHint} />
          <WhereNext session={session} student={student} isOwn={false} />
        </>
      )
    case 'after-closing':
      return (
        <>
          <SignPanel tone="framed" icon={IconClockOff} title={words.afterClosing} hint={words.afterClosingHint} />
          <WhereNext session={session} student={student} />
        </>
      )
    case 'not-a-student':
      return (
        <>
          <SignPanel tone="framed" icon={IconUserOff} title={words.notStudent} hint={words.notStudentHint} />
          <div className={styles.foot}>
            <LogOutHere kind="secondary" onDone={acts.onLoggedOut} />
          </div>
        </>
      )
    case 'unverified':
      return <SignPanel tone="framed" icon={IconMail} title={words.unverified} hint={words.unverifiedHint} />
    case 'held':
      return (
        <>
          <HeldPanel until={offer.heldUntil} />
          {student && <FrontDesk student={student} title={words.heldToday} text={words.heldFrontDesk} />}
        </>
      )
    case 'changed':
      return <Refused title={words.refused} hint={words.changedHint} student={student} />
    default:
      return <Refused title={words.refused} hint={words.refusedHint} student={student} />
  }
}

/** As a finish would answer. */
function asFinished(
  { session, mark, timing, isGuest, serverTime }: Offer,
  student: NonNullable<Offer['student']>,
  outcome: 'already-marked' | 'withdrawn',
): FinishedCheckIn {
  const { markedAt = null, way = 'room-code' } = mark ?? {}
  const stands = { ...(timing && { timing }), ...(isGuest && { isGuest }) }
  return {
    way: 'room-code',
    session,
    marks: [{ student, outcome, markedAt, way, ...stands }],
    loggedIn: false,
    sharedBrowser: false,
    serverTime,
  }
}

function Refused({ title, hint, student }: { title: string; hint: string; student: Offer['student'] }) {
  return (
    <>
      <SignPanel tone="bad" icon={IconAlertTriangle} title={title} hint={hint} />
      {student && <FrontDesk student={student} />}
    </>
  )
}
