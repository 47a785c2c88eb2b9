import { IconKeyOff } from '@tabler/icons-react'
import { useState } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { isHandheld } from '../../client/passkey-place.ts'
import { Form } from '../../forms/form.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'
import { FrontDesk } from './closed-stage.tsx'
import { LinkNeeded } from './link-needed.tsx'
import { ScanLeft } from './scan-left.tsx'
import { SignPanel } from './sign-panel.tsx'
import type { CheckInWork } from './use-check-in.ts'

/** A student without a passkey registers one here, and goes on with the same scan. */
export function NoPasskey({ work, offer }: { work: CheckInWork; offer: Offer }) {
  const texts = useTexts()
  const words = useTextsOf(checkInTexts)
  const [password, setPassword] = useState<string | undefined>()
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const [isLinkNeeded, setLinkNeeded] = useState(false)
  const { student } = offer

  async function register() {
    if (isBusy || student === null) return
    setBusy(true)
    setError(undefined)
    try {
      const { registerHere } = await import('./register-here.ts')
      const outcome = await registerHere(student.id, password)
      if (outcome.kind === 'registered') await work.begin()
      else if (outcome.kind === 'password-needed') setPassword((typed) => typed ?? '')
      else if (outcome.kind === 'link-needed') setLinkNeeded(true)
      else setError(outcome.message)
    } catch {
      // Its part of the app could not be fetched.
      setError(texts.common.networkFailed)
    }
    setBusy(false)
  }
  function submit() {
    void register()
  }

  if (isLinkNeeded && student) return <LinkNeeded student={student} />
  return (
    <>
      <SignPanel tone="plain" icon={IconKeyOff} title={words.noPasskey} hint={words.noPasskeyHint} />
      <Form className={styles.form} onSubmit={submit}>
        {!isHandheld() && <p className={styles.about}>{words.onComputer}</p>}
        {password !== undefined && (
          <>
            <p className={styles.about}>{words.confirmFirst}</p>
            <PasswordField
              label={words.password}
              autoComplete="current-password"
              value={password}
              onValueChange={setPassword}
            />
          </>
        )}
        <div role="alert">
          <FieldError message={error} />
        </div>
        <Button type="submit" kind="primary" size="large" wide busy={isBusy}>
          {password === undefined ? words.registerPasskey : words.confirm}
        </Button>
        {student && <FrontDesk student={student} />}
      </Form>
      <div className={styles.foot}>
        <ScanLeft work={work} offer={offer} />
      </div>
    </>
  )
}
