import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { paths } from '#contract/paths.ts'
import { minPasswordLength } from '#contract/rules.ts'
import { confirmRecovery } from '../../client/account-calls.ts'
import { isCommonPassword } from '../../client/form-checks.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { checkNeeded } from '../../forms/check-field.ts'
import { describePassword } from '../../forms/describe-password.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { wordsNow } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { getMailLink, readLinkTrace } from '../../session/mail-link.ts'
import { Button, Cover, FieldError, PageHeading, PasswordField, showError, showSuccess } from '../../ui/index.ts'
import styles from './new-password.module.css'

const noValues = { password: '', confirmed: '' }

/** Spec §2, /new-password, reached by the mailed link. */
export function NewPassword() {
  useTakeOver()
  const cover = useTextsOf(coverTexts)
  const newPassword = useTextsOf(newPasswordTexts)
  const link = getMailLink()
  return (
    <Cover
      title={cover.title}
      rows={[{ label: cover.password, value: cover.notYet, pending: true }]}
      note={newPassword.note}
      homeHref={paths.landing}
    >
      <PageHeading className={styles.heading}>{newPassword.title}</PageHeading>
      {link === undefined ? (
        <>
          <p className={styles.text}>{newPassword.linkMissing}</p>
          <p className={styles.foot}>
            <AskAgain />
          </p>
        </>
      ) : (
        <NewPasswordForm userId={link.id} secret={link.secret} />
      )}
    </Cover>
  )
}

function NewPasswordForm({ userId, secret }: { userId: string; secret: string }) {
  const navigate = useNavigate()
  const state = useFormValues(noValues)
  const errors = checkNewPassword(state.values)
  const form = useForm(state, errors)
  const [isSpent, setSpent] = useState(false)

  const send = form.submit(async ({ password }) => {
    if (await isCommonPassword(password)) {
      showError(wordsNow(newPasswordTexts).tooCommon)
      form.fail('password', wordsNow(newPasswordTexts).tooCommon)
      return
    }
    try {
      await confirmRecovery(userId, secret, password)
      showSuccess(wordsNow(newPasswordTexts).done)
      // A link without a label is a student's.
      await navigate(paths.login, { replace: true, state: { category: readLinkTrace().label ?? 'STD' } })
    } catch (error) {
      showError(wordsNow(newPasswordTexts).failed)
      form.refuse(messageOf(error))
      setSpent(isRequestError(error, 'user_invalid_token'))
    }
  })

  return (
    <Form
      ref={form.formRef}
      className={formStyles.form}
      onSubmit={() => {
        // Spec §4: errors are shown at the field and in a toast.
        const wrong = errors.password ?? errors.confirmed
        if (wrong !== undefined) showError(wrong)
        send()
      }}
    >
      <PasswordField
        label={wordsNow(newPasswordTexts).newPassword}
        autoComplete="new-password"
        hint={describePassword(state.values.password, {})}
        {...form.field('password')}
      />
      <PasswordField
        label={wordsNow(newPasswordTexts).confirm}
        autoComplete="new-password"
        {...form.field('confirmed')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
        {wordsNow(newPasswordTexts).action}
      </Button>
      {isSpent && (
        <p>
          <AskAgain />
        </p>
      )}
    </Form>
  )
}

/** To the login form of the link's owner. */
function AskAgain() {
  const newPassword = useTextsOf(newPasswordTexts)
  const query = readLinkTrace().label === 'ORG' ? '?category=ORG' : ''
  return <Link to={paths.recoverPassword + query}>{newPassword.askAgain}</Link>
}

/** Spec §5, password reset. Only the server knows the owner's own words. */
function checkNewPassword({ password, confirmed }: typeof noValues) {
  const isLongEnough = [...password].length >= minPasswordLength
  return {
    password:
      checkNeeded(password) ??
      (isLongEnough
        ? explainWeakPassword(password, {}, wordsNow(newPasswordTexts))
        : wordsNow(newPasswordTexts).tooShort),
    confirmed: confirmed === password ? undefined : wordsNow(newPasswordTexts).mismatch,
  }
}
