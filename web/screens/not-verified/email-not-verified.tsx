import { IconLogout, IconMail, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { UserModel } from '#contract/account.ts'
import { coverTexts } from '#contract/cover-texts.ts'
import { emailNotVerifiedTexts } from '#contract/email-not-verified-texts.ts'
import { paths } from '#contract/paths.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { resendDelayMs } from '#contract/rules.ts'
import { realtime } from '../../client/realtime.ts'
import { messageOf } from '../../client/request-error.ts'
import { useSecondsLeft } from '../../forms/use-seconds-left.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { sendVerificationMail } from '../../session/open-session.ts'
import { screensOf, useLogOut, useSession } from '../../session/session.ts'
import { useReturn } from '../../session/use-return.ts'
import {
  Button,
  Cover,
  Dialog,
  EmailAddress,
  PageHeading,
  RingIcon,
  showError,
  showInfo,
  useDialog,
} from '../../ui/index.ts'
import styles from './email-not-verified.module.css'

const loadCorrectEmail = async () => (await import('./correct-email.tsx')).CorrectEmail

/** Spec §2, guard: replaces every protected screen until the email is verified. */
export function EmailNotVerified({ account }: { account: UserModel }) {
  const texts = useTexts()
  const profile = useTextsOf(profileTexts)
  const format = useFormat()
  const session = useSession()
  const logOut = useLogOut()
  const [leaving, setLeaving] = useState(false)
  const [looking, setLooking] = useState(false)
  const [resendAt, setResendAt] = useState(0)
  const correcting = useDialog()
  const secondsLeft = useSecondsLeft(resendAt)
  const cover = useTextsOf(coverTexts)
  const emailNotVerified = useTextsOf(emailNotVerifiedTexts)
  const label = screensOf(account)

  // Looks again when the person comes back, so that no button is needed.
  const { refetch } = session
  useReturn(() => void refetch())
  // The link may be opened on a phone.
  useAccountNews(useCallback(() => void refetch(), [refetch]))

  const refresh = async () => {
    setLooking(true)
    const { data, error } = await refetch()
    setLooking(false)
    // Without an answer, the previous state stays.
    if (error) showError(messageOf(error))
    else if (data && !data.emailVerification) showInfo(emailNotVerified.stillNot)
  }
  const resend = () => {
    setResendAt(performance.now() + resendDelayMs)
    void sendVerificationMail()
  }
  const leave = () => {
    setLeaving(true)
    void logOut().finally(() => setLeaving(false))
  }

  return (
    <Cover
      title={cover.title}
      rows={[
        { label: label === 'ORG' ? cover.institute : cover.name, value: account.name },
        { label: cover.email, value: <EmailAddress>{account.email}</EmailAddress> },
        { label: cover.verified, value: cover.notYet, pending: true },
      ]}
      note={emailNotVerified.note}
      width="regular"
      homeHref={paths.landing}
    >
      <RingIcon icon={<IconMail size={38} stroke={2.2} />} />
      <PageHeading className={styles.heading}>{emailNotVerified.title}</PageHeading>
      <p className={styles.text}>
        <span>{emailNotVerified.textBefore}</span>
        <strong>
          <EmailAddress>{account.email}</EmailAddress>
        </strong>
        <span>{emailNotVerified.textAfter}</span>
      </p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          size="large"
          icon={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />}
          busy={looking}
          onClick={() => void refresh()}
        >
          {emailNotVerified.refresh}
        </Button>
        <Button size="large" resting={secondsLeft > 0} onClick={resend}>
          {emailNotVerified.resend}
        </Button>
      </div>
      <p className={styles.spam}>{emailNotVerified.note}</p>
      <p className={styles.wait}>{secondsLeft > 0 && emailNotVerified.resendIn(format.number(secondsLeft))}</p>
      <div className={styles.foot}>
        {label && (
          <Button
            kind="quiet"
            icon={<IconPencil size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => correcting.open()}
          >
            {profile.updateEmail}
          </Button>
        )}
        <Button
          kind="quiet"
          icon={<IconLogout size={20} stroke={1.9} aria-hidden="true" />}
          busy={leaving}
          onClick={leave}
        >
          {texts.logout.action}
        </Button>
      </div>
      {label && <Dialog of={correcting} load={loadCorrectEmail} props={{ profile: { label, $id: account.$id } }} />}
    </Cover>
  )
}

/** Calls `onNews` when something has happened to the account: here, in another browser, or while the connection was away. */
function useAccountNews(onNews: () => void): void {
  useEffect(
    () =>
      realtime.listen(['account'], {
        onEvent: onNews,
        onConnected: onNews,
        // The session has ended: to ask who is signed in finds it out.
        onRefused: onNews,
      }),
    [onNews],
  )
}
