import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import {
  IconAlertTriangle,
  IconClockExclamation,
  IconDeviceMobile,
  IconKey,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { Cannot } from './closed-stage.tsx'
import { NoPasskey } from './no-passkey.tsx'
import { OfferClosed } from './offer-closed.tsx'
import { ScanLeft } from './scan-left.tsx'
import { SessionHead, StudentSoFar } from './session-head.tsx'
import { SignPanel } from './sign-panel.tsx'
import type { Stage, Trouble } from './stage.ts'
import type { CheckInWork } from './use-check-in.ts'
import { WhomToAsk } from './where-next.tsx'

export type OfferStages = Exclude<Extract<Stage, { readonly offer: Offer }>, { readonly kind: 'closed' }>

/** From the offer to the finish: one large button, and the browser's own question. */
export function OfferStage({ work, stage }: { work: CheckInWork; stage: OfferStages }) {
  const words = useTextsOf(checkInTexts)
  const { offer } = stage
  if (stage.kind === 'asking')
    return (
      <>
        <SignPanel tone="busy" icon={IconDeviceMobile} title={words.asking} hint={words.askingHint} />
        <SessionHead session={offer.session} />
      </>
    )
  if (stage.kind === 'sending')
    return (
      <>
        <div role="status">
          <SignPanel
            tone="busy"
            icon={IconDeviceMobile}
            title={words.oneMoment}
            hint={stage.isLate ? words.lateHint : words.sendingHint}
          />
        </div>
        <SessionHead session={offer.session} />
      </>
    )
  if (stage.kind === 'unheard')
    return (
      <>
        <SignPanel tone="bad" icon={IconPlugConnectedX} title={words.lostMark} hint={words.lostMarkHint} />
        <div className={styles.foot}>
          <Button kind="primary" size="large" wide onClick={work.askAgain}>
            {words.retry}
          </Button>
        </div>
      </>
    )
  if (offer.state === 'no-passkey') return <NoPasskey work={work} offer={offer} />
  if (offer.ceremony === null)
    return (
      <OfferClosed
        offer={offer}
        onLoggedOut={() => work.go({ kind: 'closed', why: 'logged-out' })}
        onScanAgain={() => work.go({ kind: 'scan', why: 'none' })}
      />
    )
  if (!browserSupportsWebAuthn()) return <Cannot />
  return <Ready work={work} offer={offer} trouble={stage.trouble} />
}

function Ready({ work, offer, trouble }: { work: CheckInWork; offer: Offer; trouble: Trouble | undefined }) {
  const words = useTextsOf(checkInTexts)
  const isLoggedOut = offer.student === null
  return (
    <>
      <SessionHead session={offer.session} isHeading />
      {offer.student?.working && <StudentSoFar working={offer.student.working} />}
      {isLoggedOut && <p className={styles.about}>{words.guestHint}</p>}
      <HowItCounts offer={offer} />
      <TroubleNote trouble={trouble} />
      <div className={styles.foot}>
        {offer.student && (
          <div className={styles.card}>
            <Initials name={offer.student.name} of="person" size="small" shape="circle" />
            <p className={styles.person}>
              <b>{offer.student.name}</b>
              <span className={styles.code}>{offer.student.rollNumber}</span>
            </p>
            <a href={paths.studentDashboard(offer.student.id)}>{words.notYou}</a>
          </div>
        )}
        <Button
          kind="primary"
          size="large"
          wide
          className={styles.action}
          icon={<IconKey size={22} stroke={1.9} aria-hidden="true" />}
          onClick={() => work.touch(offer)}
        >
          {words.action}
        </Button>
        {isLoggedOut && (
          <Button size="large" wide onClick={() => work.go({ kind: 'log-in', next: 'begin' })}>
            {words.usePassword}
          </Button>
        )}
        <ScanLeft work={work} offer={offer} />
      </div>
    </>
  )
}

/** Before the gesture: what the check-in will not be. */
function HowItCounts({ offer: { timing, isGuest, session, student } }: { offer: Offer }) {
  const words = useTextsOf(checkInTexts)
  if (isGuest)
    return (
      <>
        <Warning title={words.countsNowhere}>{words.guestNowhere}</Warning>
        <WhomToAsk session={session} student={student} />
      </>
    )
  if (timing === 'after-closing') return <Warning title={words.willNotCount}>{words.willNotCountHint}</Warning>
  return timing === 'late' ? <Warning>{words.willBeLate}</Warning> : null
}

function Warning({ title, children }: { title?: string; children: string }) {
  return (
    <p className={styles.trouble}>
      <IconClockExclamation size={20} stroke={1.9} aria-hidden="true" />
      <span>
        {title !== undefined && <b className={styles.warned}>{title}</b>}
        <span>{children}</span>
      </span>
    </p>
  )
}

function TroubleNote({ trouble }: { trouble: Trouble | undefined }) {
  const words = useTextsOf(checkInTexts)
  if (trouble === undefined) return null
  return (
    <p className={styles.trouble} role="alert">
      <IconAlertTriangle size={20} stroke={1.9} aria-hidden="true" />
      <span>
        <span>{trouble === 'refused' ? words.refusedTry : words.unconfirmed}</span>
        {trouble === 'no-prompt' && <span>{` ${words.cannotHint(`${location.host}${paths.checkIn}`)}`}</span>}
      </span>
    </p>
  )
}
