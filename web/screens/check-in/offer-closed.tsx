import { IconAlertTriangle, IconCheck, IconClockOff, IconMail, IconUserOff, IconUsersMinus } from '@tabler/icons-react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { codeParameter, paths } from '#contract/paths.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { FrontDesk } from './closed-stage.tsx'
import { Standing } from './done.tsx'
import { LogOutHere } from './log-out-here.tsx'
import { MarkedAt, NotMe, Proved, Whose } from './own-mark.tsx'
import { SignPanel } from './sign-panel.tsx'

/** Offers without a ceremony: there is nothing to confirm, and this says why. */
export function OfferClosed({ offer, onLoggedOut }: { offer: Offer; onLoggedOut: () => void }) {
  const texts = useTexts()
  const words = useTextsOf('checkIn', checkInTexts)
  const format = useFormat()
  const { student, session } = offer
  switch (offer.state) {
    case 'already-marked':
      return (
        <>
          <SignPanel tone="framed" icon={IconCheck} title={words.alreadyMarked} hint={texts.attendance.alreadyMarked}>
            {offer.mark && (
              <p>
                <MarkedAt session={session} mark={offer.mark} />
              </p>
            )}
          </SignPanel>
          {student && <Whose student={student} />}
          {student?.working && <Standing institute={session.organisationName} working={student.working} />}
          {offer.mark && <Proved way={offer.mark.way} />}
          {student && (
            <div className={styles.foot}>
              <NotMe session={session} student={student} />
            </div>
          )}
        </>
      )
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
      return <SignPanel tone="framed" icon={IconUsersMinus} title={words.notInCourse} hint={words.notInCourseHint} />
    case 'after-closing':
      return <SignPanel tone="framed" icon={IconClockOff} title={words.afterClosing} hint={words.afterClosingHint} />
    case 'not-a-student':
      return (
        <>
          <SignPanel tone="framed" icon={IconUserOff} title={words.notStudent} hint={words.notStudentHint} />
          <div className={styles.foot}>
            <LogOutHere kind="secondary" onDone={onLoggedOut} />
          </div>
        </>
      )
    case 'unverified':
      return <SignPanel tone="framed" icon={IconMail} title={words.unverified} hint={words.unverifiedHint} />
    case 'withdrawn':
      return <SignPanel tone="framed" icon={IconAlertTriangle} title={words.withdrawn} hint={words.withdrawnHint} />
    case 'held':
      return (
        <Refused
          title={words.held}
          hint={offer.heldUntil === undefined ? words.heldHint : words.heldUntil(format.dateTime(offer.heldUntil))}
          student={student}
        />
      )
    case 'changed':
      return <Refused title={words.refused} hint={words.changedHint} student={student} />
    default:
      return <Refused title={words.refused} hint={words.refusedHint} student={student} />
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
