import { useState } from 'react'
import { useLocation } from 'react-router'
import { fieldTexts } from '#contract/field-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { loginTexts } from '#contract/login-texts.ts'
import styles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useTextsOf } from '../../language/texts.ts'
import { OtherCategory } from '../../parts/other-category/other-category.tsx'
import { findLoginCategory, rememberCategory } from '../../session/login-category.ts'
import { Button, FieldError, PasswordField, TextField } from '../../ui/index.ts'
import { LoginEnded } from './login-ended.tsx'
import { emailInput, ForgottenPassword, LoginFace } from './login-face.tsx'
import { RecoveryCodeField } from './recovery-code-field.tsx'
import { useLoginForm } from './use-login-form.ts'

/** Spec §2, /login. Once there is a session, the guards lead on and replace the history entry. */
export function Login() {
  useTakeOver()
  const fieldWords = useTextsOf(fieldTexts)
  const login = useTextsOf(loginTexts)
  const { state: entry, search } = useLocation()
  const [kind, setKind] = useState<Label>(() => findLoginCategory(entry, search))
  const { form, recovery, send, belongsTo, leaveTab } = useLoginForm(kind)

  const changeKind = (next: Label) => {
    setKind(next)
    leaveTab()
    rememberCategory(next)
  }

  return (
    <LoginFace kind={kind} onKindChange={changeKind} search={search} banner={<LoginEnded entry={entry} />}>
      <Form ref={form.formRef} className={styles.form} onSubmit={send}>
        <TextField label={fieldWords.email} {...emailInput} {...form.field('email')} />
        {belongsTo !== null && (
          <OtherCategory
            category={belongsTo}
            onSwitch={() => {
              // The button goes, and the next step is to log in.
              form.goToSubmit()
              changeKind(belongsTo)
            }}
          />
        )}
        <PasswordField label={fieldWords.password} autoComplete="current-password" {...form.field('password')} />
        <ForgottenPassword kind={kind} className={styles.end} />
        {kind === 'ORG' && <FieldError message={form.refusal} />}
        {kind === 'ORG' && <RecoveryCodeField recovery={recovery} field={form.field('recoveryCode')} />}
        <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
          {login.action}
        </Button>
      </Form>
    </LoginFace>
  )
}
