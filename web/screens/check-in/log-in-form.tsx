import { useEffect, useRef, useState } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import { paths } from '#contract/paths.ts'
import { Form } from '../../forms/form.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './check-in.module.css'

/** The second choice beside a passkey: the scan's ticket stays in its cookie meanwhile. */
export function LogInForm({ hint, onDone }: { hint: string; onDone: () => Promise<void> }) {
  const texts = useTexts()
  const field = useTextsOf(fieldTexts)
  const words = useTextsOf(checkInTexts)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function submit() {
    if (isBusy) return
    if (email.trim() === '' || password === '') return setError(field.needed)
    setBusy(true)
    const refusal = await logIn()
    if (refusal === undefined) await onDone()
    else setError(refusal)
    setBusy(false)
  }
  async function logIn() {
    try {
      const { logInHere } = await import('./log-in-here.ts')
      return await logInHere(email.trim(), password)
    } catch {
      // Its part of the app could not be fetched.
      return texts.common.networkFailed
    }
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {words.logInFirst}
      </h1>
      <p className={styles.about}>{hint}</p>
      <TextField
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={email}
        onValueChange={setEmail}
      />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
      />
      <p className={styles.links}>
        <a href={paths.recoverPassword}>{words.forgotPassword}</a>
      </p>
      <div role="alert">
        <FieldError message={error} />
      </div>
      <Button type="submit" kind="primary" size="large" wide busy={isBusy}>
        {words.logIn}
      </Button>
    </Form>
  )
}
