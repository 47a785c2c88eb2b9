import {
  IconAlertTriangle,
  IconClockOff,
  IconCookieOff,
  IconDeviceMobileOff,
  IconLogout,
  IconMail,
  IconQrcodeOff,
  IconUsersMinus,
} from '@tabler/icons-react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { paths } from '#contract/paths.ts'
import type { ProblemBody } from '#contract/problem-body.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { SignPanel } from './sign-panel.tsx'
import type { Closed } from './stage.ts'

/** The check-in has come to its end without a mark. */
export function ClosedStage({ why, problem }: { why: Closed; problem: Partial<ProblemBody> | undefined }) {
  const texts = useTexts()
  const words = useTextsOf('checkIn', checkInTexts)
  const { reason = '', type = '', value, message } = problem ?? {}
  const signs = {
    ended: ['framed', IconClockOff, words.ended, words.endedHint],
    off: ['framed', IconQrcodeOff, words.off, words.offHint],
    'not-a-member': ['framed', IconUsersMinus, words.notMemberHere, words.notMemberHint],
    'not-in-course': ['framed', IconUsersMinus, words.notInCourse, words.notInCourseHint],
    'after-closing': ['framed', IconClockOff, words.afterClosing, words.afterClosingHint],
    held: ['bad', IconAlertTriangle, words.held, words.heldHint],
    refused: ['bad', IconAlertTriangle, words.refused, words.refusedHint],
    changed: ['bad', IconAlertTriangle, words.refused, words.changedHint],
    unverified: ['framed', IconMail, words.unverified, words.unverifiedHint],
    'logged-out': ['framed', IconLogout, words.loggedOut, words.scanHint],
    failed: [
      'bad',
      IconAlertTriangle,
      words.failed,
      texts.translateRefusal?.({ reason: reason || type, type, value }) ?? message ?? words.lostHint,
    ],
  } as const
  const [tone, icon, title, hint] = signs[why]
  return <SignPanel tone={tone} icon={icon} title={title} hint={hint} />
}

/** A browser without passkeys: another one of the same phone can. Nothing is carried over. */
export function Cannot() {
  const words = useTextsOf('checkIn', checkInTexts)
  return (
    <SignPanel
      tone="framed"
      icon={IconDeviceMobileOff}
      title={words.cannot}
      hint={words.cannotHint(`${location.host}${paths.checkIn}`)}
    />
  )
}

/** What the scan gave is kept in a cookie, and so is the login. */
export function NoCookies() {
  const words = useTextsOf('checkIn', checkInTexts)
  return <SignPanel tone="framed" icon={IconCookieOff} title={words.noCookies} hint={words.noCookiesHint} />
}

/** Another way to the mark, which counts no less. */
export function FrontDesk({ student }: { student: NonNullable<Offer['student']> }) {
  const words = useTextsOf('checkIn', checkInTexts)
  return (
    <div className={styles.desk}>
      <h2>{words.orFrontDesk}</h2>
      <p>{words.frontDesk}</p>
      <p className={styles.roll}>{student.rollNumber}</p>
      <p className={styles.quiet}>{student.name}</p>
    </div>
  )
}
