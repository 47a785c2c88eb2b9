import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { confirmVerification, fetchAccount } from '../../client/account-calls.ts'
import { isOutage, isRequestError, messageOf } from '../../client/request-error.ts'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { passkeyGuideTexts } from '../../parts/passkey/passkey-guide-texts.ts'
import type { MailLink } from '../../session/mail-link.ts'
import { getMailLink, leaveLinkTrace, readLinkTrace } from '../../session/mail-link.ts'
import { dashboardPath, readAccountAgain, screensOf, useSession } from '../../session/session.ts'
import { Button, buttonClass, Cover, PageHeading, RingIcon, Spinner } from '../../ui/index.ts'
import styles from './verify-email.module.css'
import { verifyEmailTexts } from './verify-email-texts.ts'

/** Spec §2, /verify-email: confirms the email with the values of the mailed link. */
export function VerifyEmail() {
  useTakeOver()
  const texts = useTexts()
  const queries = useQueryClient()
  const link = getMailLink()
  // A write, but run like a read: once per link, however often the screen renders.
  const confirmation = useQuery({
    queryKey: ['verify-email', link?.id],
    queryFn: async () => {
      if (link === undefined) return readLinkTrace().isVerified === true
      await verify(link)
      leaveLinkTrace({ isVerified: true })
      void readAccountAgain(queries)
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const cover = useTextsOf(coverTexts)
  const verifyEmail = useTextsOf(verifyEmailTexts)
  const isDone = confirmation.data === true
  const isBusy = confirmation.isFetching
  const home = useHome()
  const label = useLabel()
  const { error } = confirmation
  const isRefused = error === null || isRequestError(error, 'user_invalid_token')
  const isMaybeDone = isRefused && readLinkTrace().isUnanswered === true
  const reason = isMaybeDone ? verifyEmail.maybeDone : isRefused ? verifyEmail.refused : messageOf(error)

  return (
    <Cover
      title={cover.title}
      rows={[{ label: cover.verified, value: isDone ? cover.yes : cover.notYet, pending: !isDone }]}
      note={verifyEmail.note}
      steady
      homeHref={paths.landing}
    >
      <div role="status">
        {isBusy ? (
          <div className={styles.spinner}>
            <Spinner size={56} />
          </div>
        ) : (
          <RingIcon
            tone={isDone ? 'good' : 'bad'}
            icon={isDone ? <IconCheck size={40} stroke={3} /> : <IconX size={40} stroke={3} />}
          />
        )}
        <PageHeading className={styles.heading}>
          {isBusy ? verifyEmail.busy : isDone ? verifyEmail.done : verifyEmail.failed}
        </PageHeading>
        {!isBusy && <p className={styles.text}>{isDone ? verifyEmail.doneHint : verifyEmail.failedHint}</p>}
        {!isBusy && !isDone && <p className={styles.text}>{reason}</p>}
      </div>
      {isDone && <NextStep label={label ?? 'STD'} />}
      {!isBusy && (
        <div className={styles.actions}>
          {isOutage(error) && (
            <Button kind="primary" size="large" onClick={() => void confirmation.refetch()}>
              {texts.common.retry}
            </Button>
          )}
          {isDone && home !== undefined ? (
            <Link className={buttonClass('primary', 'large')} to={home}>
              {verifyEmail.goOn}
            </Link>
          ) : (
            <Link className={buttonClass('secondary', 'large')} to={paths.login} state={{ category: label }}>
              {verifyEmail.toLogin}
            </Link>
          )}
        </div>
      )}
    </Cover>
  )
}

/** The dashboard of the account that is signed in here and verified; undefined in a browser where no one is. */
function useHome(): string | undefined {
  const { data: account } = useSession()
  const label = account ? screensOf(account) : undefined
  return account?.emailVerification && label ? dashboardPath(account, label) : undefined
}

/** That of the account that is signed in here, or else of the mail's link, which names organisations alone. */
function useLabel(): Label | undefined {
  const { data: account } = useSession()
  return (account && screensOf(account)) ?? readLinkTrace().label
}

/** The guide to a first passkey begins here. */
function NextStep({ label }: { label: Label }) {
  const { guide } = useTextsOf(passkeyGuideTexts)
  return (
    <div className={styles.next}>
      <p>{guide.next}</p>
      <p>
        <strong>{guide.question}</strong> <span>{guide.answer[label]}</span>
      </p>
    </div>
  )
}

/** A used link is no failure for a person who is logged in to the account that it has verified. */
async function verify({ id: userId, secret }: MailLink): Promise<void> {
  try {
    await confirmVerification(userId, secret)
  } catch (error) {
    if (isOutage(error)) leaveLinkTrace({ isUnanswered: true })
    if (!isRequestError(error, 'user_invalid_token') || !(await isOwnAndVerified(userId))) throw error
  }
}

async function isOwnAndVerified(userId: string): Promise<boolean> {
  const account = await fetchAccount().catch(() => null)
  return account?.$id === userId && account.emailVerification
}
