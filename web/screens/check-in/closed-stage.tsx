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
import { useFormat } from '../../language/format.ts'
import { translateRefusal } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { SignPanel } from './sign-panel.tsx'
import type { Closed, Stage } from './stage.ts'
import type { CheckInWork } from './use-check-in.ts'
import { WhereNext } from './where-next.tsx'

/** The check-in has come to its end without a mark. */
export function ClosedStage({
  work,
  stage,
}: {
  work: CheckInWork
  stage: Extract<Stage, { readonly kind: 'closed' }>
}) {
  const { why, problem, offer } = stage
  const words = useTextsOf(checkInTexts)
  const { reason = '', type = '', value, message } = problem ?? {}
  const signs = {
    ended: ['framed', IconClockOff, words.ended, words.endedHint],
    off: ['framed', IconQrcodeOff, words.off, words.offHint],
    'not-a-member': ['framed', IconUsersMinus, words.notMemberHere, words.notMemberHint],
    'not-in-course': ['framed', IconUsersMinus, words.notInCourse, words.notInCourseHint],
    'after-closing': ['framed', IconClockOff, words.afterClosing, words.afterClosingHint],
    refused: ['bad', IconAlertTriangle, words.refused, words.refusedHint],
    changed: ['bad', IconAlertTriangle, words.refused, words.changedHint],
    unverified: ['framed', IconMail, words.unverified, words.unverifiedHint],
    'logged-out': ['framed', IconLogout, words.loggedOut, words.scanHint],
    failed: [
      'bad',
      IconAlertTriangle,
      words.failed,
      translateRefusal({ reason: reason || type, type, value }) ?? message ?? words.lostHint,
    ],
  } as const
  if (why === 'held')
    return (
      <>
        <HeldPanel until={value === undefined ? undefined : Number(value)} />
        {offer && (
          <div className={styles.foot}>
            <p className={styles.quiet}>{words.heldPassword}</p>
            <Button size="large" wide onClick={() => work.go({ kind: 'log-in', next: 'begin' })}>
              {words.usePassword}
            </Button>
          </div>
        )}
      </>
    )
  const [tone, icon, title, hint] = signs[why]
  return (
    <>
      <SignPanel tone={tone} icon={icon} title={title} hint={hint} />
      {leading.includes(why) && (
        <WhereNext session={offer?.session} student={offer?.student ?? null} isOwn={why !== 'not-in-course'} />
      )}
    </>
  )
}

/** What the student's own page, or a person of the institute, can help with. */
const leading: readonly Closed[] = ['ended', 'not-in-course', 'after-closing']

/** A new passkey in the place of a lost one. `until`: epoch ms. */
export function HeldPanel({ until }: { until: number | undefined }) {
  const words = useTextsOf(checkInTexts)
  const { dateTime } = useFormat()
  return (
    <SignPanel
      tone="bad"
      icon={IconAlertTriangle}
      title={words.held}
      hint={until === undefined ? words.heldHint : words.heldUntil(dateTime(until))}
    />
  )
}

/** A browser without passkeys: another one of the same phone can. Nothing is carried over. */
export function Cannot() {
  const words = useTextsOf(checkInTexts)
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
  const words = useTextsOf(checkInTexts)
  return <SignPanel tone="framed" icon={IconCookieOff} title={words.noCookies} hint={words.noCookiesHint} />
}

/** Another way to the mark, which counts no less. */
export function FrontDesk({
  student,
  title,
  text,
}: {
  student: NonNullable<Offer['student']>
  title?: string
  text?: string
}) {
  const words = useTextsOf(checkInTexts)
  return (
    <div className={styles.desk}>
      <h2>{title ?? words.orFrontDesk}</h2>
      <p>{text ?? words.frontDesk}</p>
      <p className={styles.roll}>{student.rollNumber}</p>
      <p className={styles.quiet}>{student.name}</p>
    </div>
  )
}
