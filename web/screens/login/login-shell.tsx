import type { Label } from '#contract/identifiers.ts'
import styles from '../../forms/form.module.css'
import { useTexts } from '../../language/texts.ts'
import { Button, PasswordField, TextField } from '../../ui/index.ts'
import { emailInput, ForgottenPassword, LoginFace } from './login-face.tsx'

const nothing = () => undefined

/**
 * The login as it stands in its page before the app's script is there. No form: one that is sent without a script would
 * put the password into the address.
 */
export function LoginShell({ kind }: { kind: Label }) {
  const texts = useTexts()
  return (
    <LoginFace kind={kind} onKindChange={nothing} search="">
      <div className={styles.form}>
        <TextField label={texts.field.email} {...emailInput} name="email" value="" onValueChange={nothing} />
        <PasswordField
          label={texts.field.password}
          autoComplete="current-password"
          name="password"
          value=""
          onValueChange={nothing}
        />
        <ForgottenPassword kind={kind} className={styles.end} />
        <Button kind="primary" size="large" wide>
          {texts.login.action}
        </Button>
      </div>
    </LoginFace>
  )
}
