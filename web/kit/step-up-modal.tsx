import { IconKey, IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountLabel } from '#contract/identifiers.ts'
import { loginTexts } from '#contract/login-texts.ts'
import { passkeyTexts } from '#contract/passkey-texts.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import { callProduct } from '../client/call-product.ts'
import { getAssertion } from '../client/passkey-ceremony.ts'
import { messageOf } from '../client/request-error.ts'
import { Form } from '../forms/form.tsx'
import { useFormat } from '../language/format.ts'
import { useTexts, useTextsOf } from '../language/texts.ts'
import { labelOf, loginKindOf, useAccount } from '../session/session.ts'
import { useLeaveSignal } from '../session/use-leave-signal.ts'
import {
  Actions,
  Button,
  ConfirmButton,
  EmailAddress,
  PasswordField,
  SetApart,
  Skeleton,
  showError,
  showSuccess,
  useDialogTitle,
} from '../ui/index.ts'
import { isUsable } from './is-usable.ts'
import type { StepUpNeed } from './step-up.ts'
import styles from './step-up-modal.module.css'
import { useRead } from './use-read.ts'

type StepUpModalProps = {
  need: StepUpNeed
  onClose: () => void
  onConfirmed: () => void
}

/** Asks for a password or passkey before an act that access to an open screen must not be enough for. */
export function StepUpModal({ need, onClose, onConfirmed }: StepUpModalProps) {
  const { stepUp } = useTexts()
  // A person who acts for an institute confirms by the own passkey, which the session has, not by the institute's.
  const form = { onConfirmed, label: loginKindOf(useAccount()) }
  const passkeyWords = useTextsOf(passkeyTexts)
  const hasPasskey = useHasUsablePasskey()
  const isByPasskey = need === 'passkey'
  const titleWithout = form.label === 'STD' ? passkeyWords.stepUp.linkTitle : stepUp.title
  useDialogTitle(!isByPasskey ? stepUp.title : hasPasskey === false ? titleWithout : stepUp.passkeyTitle)
  if (!isByPasskey) return <PasswordQuestion {...form} hasPasskey={hasPasskey === true} onClose={onClose} />
  if (hasPasskey === undefined) return <Skeleton height="120px" />
  return <PasskeyQuestion {...form} hasPasskey={hasPasskey} onClose={onClose} />
}

/**
 * Whether a passkey can be asked for: there is one, and it neither waits nor was refused. Undefined while that is not
 * known; the server's answer tells where it cannot be read.
 */
function useHasUsablePasskey(): boolean | undefined {
  const { data, isError } = useRead('GET /passkeys', {})
  if (data) return data.passkeys.some(isUsable)
  return isError ? true : undefined
}

type QuestionProps = {
  label: AccountLabel
  hasPasskey: boolean
  onClose: () => void
  onConfirmed: () => void
}

function PasswordQuestion({ label, hasPasskey, onClose, onConfirmed }: QuestionProps) {
  const texts = useTexts()
  const { passkey, stepUp } = texts
  const profile = useTextsOf(profileTexts)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callProduct('POST /session/confirm', {}, { password }),
    onSuccess: onConfirmed,
    onError: (refusal) => showError(messageOf(refusal)),
  })
  return (
    <>
      <Form
        className={styles.form}
        onSubmit={() => {
          if (!isPending) mutate()
        }}
      >
        <PasswordField
          label={profile.currentPassword}
          autoComplete="current-password"
          enterKeyHint="done"
          hint={stepUp.hint}
          error={error ? messageOf(error) : undefined}
          value={password}
          onValueChange={setPassword}
        />
        <Actions>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <ConfirmButton type="submit" kind="primary" busy={isPending}>
            {passkey.goOn}
          </ConfirmButton>
        </Actions>
      </Form>
      {hasPasskey && (
        <div className={styles.other}>
          <PasskeyButton label={label} onConfirmed={onConfirmed} />
        </div>
      )}
    </>
  )
}

function PasskeyQuestion({ label, hasPasskey, onConfirmed, onClose }: QuestionProps) {
  const texts = useTexts()
  const { stepUp } = texts
  const passkeyWords = useTextsOf(passkeyTexts)
  const { number } = useFormat()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callProduct('POST /passkey/replacement', {}, {}),
    onSuccess: ({ sentTo }) => {
      showSuccess(
        <SetApart sentence={stepUp.linkSent(sentTo)} part={sentTo}>
          <EmailAddress>{sentTo}</EmailAddress>
        </SetApart>,
      )
      onClose()
    },
    onError: (refusal) => showError(messageOf(refusal)),
  })
  return (
    <>
      {hasPasskey && (
        <div className={styles.form}>
          <p className={styles.text}>{stepUp.passkeyHint}</p>
          <PasskeyButton label={label} kind="primary" onConfirmed={onConfirmed} />
        </div>
      )}
      <div className={hasPasskey ? styles.other : styles.form}>
        <p className={styles.text}>
          <span>{label === 'STD' && !hasPasskey ? passkeyWords.stepUp.linkNeeded : stepUp.lost[label]}</span>
          {label === 'STD' && <span>{` ${texts.passkey.heldAfterwards(number(heldPasskeyHours))}`}</span>}
        </p>
        {label === 'STD' && (
          <ConfirmButton
            wide
            icon={<IconMail size={20} stroke={1.9} aria-hidden="true" />}
            busy={isPending}
            onClick={() => mutate()}
          >
            {stepUp.sendLink}
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

function PasskeyButton({
  label,
  kind = 'secondary',
  onConfirmed,
}: {
  label: AccountLabel
  kind?: 'primary' | 'secondary'
  onConfirmed: () => void
}) {
  const texts = useTexts()
  const login = useTextsOf(loginTexts)
  const account = useAccount()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const whose = { userId: account.$id, category: labelOf(account) ?? label }
      const assertion = await getAssertion(await callProduct('POST /passkey/login', {}, whose), signal)
      return (await callProduct('POST /passkey/verify-login', {}, { ...whose, cred: assertion })).verification
    },
    onSuccess: (isVerified) => {
      if (isVerified) onConfirmed()
      else showError(login.passkeyCheckFailed)
    },
    onError: (error, signal) => {
      // Ended because the person closed the question, so no message is needed.
      if (error !== signal.reason) showError(messageOf(error))
    },
  })
  return (
    <ConfirmButton
      wide
      kind={kind}
      icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />}
      busy={isPending}
      onClick={() => mutate(makeSignal())}
    >
      {texts.stepUp.usePasskey}
    </ConfirmButton>
  )
}
