import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { isOutage, isRequestError, messageOf } from '../../client/request-error.ts'
import { checkEmail, checkNeeded } from '../../forms/check-field.ts'
import styles from '../../forms/form.module.css'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useTexts } from '../../language/texts.ts'
import { sendVerificationMail } from '../../session/open-session.ts'
import { enterSession } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { Button, Cover, PageHeading, PasswordField, showLoading, Tabs, TextField } from '../../ui/index.ts'
import { logIn, passesPasskeyCheck } from './log-in.ts'
import loginStyles from './login.module.css'
import { RecoveryCodeField } from './recovery-code-field.tsx'
import { useRecoveryCode } from './use-recovery-code.ts'

/** Spec §2, /login. Once there is a session, the guards lead on and replace the history entry. */
export function Login() {
  const texts = useTexts()
  const queries = useQueryClient()
  const [kind, setKind] = useState<Label>('STD')
  const recovery = useRecoveryCode()
  const usesCode = kind === 'ORG' && recovery.isOpen
  const state = useFormValues({ email: '', password: '', recoveryCode: '' })
  const form = useForm(state, {
    email: checkEmail(state.values.email, texts),
    password: checkNeeded(state.values.password, texts),
    recoveryCode: usesCode ? checkNeeded(state.values.recoveryCode, texts) : undefined,
  })

  const makeSignal = useLeaveSignal()

  const send = form.submit(async ({ email, password, recoveryCode }) => {
    const toast = showLoading(texts.login.busy)
    const signal = makeSignal()
    const passesCheck = (id: string) =>
      usesCode ? recovery.passesCheck(id, recoveryCode) : passesPasskeyCheck(id, signal)
    try {
      const outcome = await logIn(kind, email, password, passesCheck)
      if (outcome.kind === 'no-profile') {
        toast.fail(texts.login.noProfile)
        form.fail('email', texts.login.noProfile)
      } else if (outcome.kind === 'passkey-refused') {
        toast.fail(texts.login.passkeyCheckFailed)
        recovery.offer()
      } else {
        toast.succeed(texts.login.done)
        if (!outcome.account.emailVerification) await sendVerificationMail(texts)
        enterSession(queries, outcome.account)
      }
    } catch (error) {
      // Ended because the person left the page, so no message is needed.
      if (error === signal.reason) return toast.dismiss()
      const isCodeWrong = usesCode && isRequestError(error, 'user_invalid_token')
      const message = isCodeWrong ? texts.recoveryCodes.wrong : messageOf(error, texts)
      toast.fail(message)
      if (isCodeWrong) form.fail('recoveryCode', message)
      else if (isRequestError(error, 'user_invalid_credentials')) form.fail('password', message)
      else if (kind === 'ORG' && !isOutage(error)) recovery.offer()
    }
  })

  const { cover, login } = texts
  const rows =
    kind === 'STD'
      ? [cover.name, cover.institute, cover.rollNumber].map((label) => ({ label, value: '' }))
      : [cover.institute, cover.city, cover.code].map((label) => ({ label, value: '' }))

  return (
    <Cover
      title={cover.title}
      rows={rows}
      note={kind === 'STD' ? login.studentNote : login.organisationNote}
      homeHref={paths.landing}
    >
      <PageHeading className={loginStyles.heading}>{login.title}</PageHeading>
      <Tabs
        label={login.kind}
        tabs={[
          { value: 'STD', label: texts.category.STD },
          { value: 'ORG', label: texts.category.ORG },
        ]}
        value={kind}
        onValueChange={setKind}
      >
        <form ref={form.formRef} className={styles.form} onSubmit={send} noValidate>
          <TextField
            label={texts.field.email}
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('email')}
          />
          <PasswordField label={texts.field.password} autoComplete="current-password" {...form.field('password')} />
          {kind === 'ORG' && <RecoveryCodeField recovery={recovery} field={form.field('recoveryCode')} />}
          <p className={styles.end}>
            <Link to={`${paths.recoverPassword}?category=${kind === 'ORG' ? 'ORG' : 'STUDENT'}`}>
              {login.forgotPassword}
            </Link>
          </p>
          <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
            {login.action}
          </Button>
        </form>
      </Tabs>
      <p className={loginStyles.foot}>
        <Link to={paths.register}>{login.registerLink}</Link>
      </p>
    </Cover>
  )
}
