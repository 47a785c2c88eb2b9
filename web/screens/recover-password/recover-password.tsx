import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import { emailNotVerifiedTexts } from '#contract/email-not-verified-texts.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { resendDelayMs } from '#contract/rules.ts'
import { maxEmailLength, normaliseText } from '#contract/text-fields.ts'
import { requestRecovery } from '../../client/account-calls.ts'
import { lookUpProfile } from '../../client/form-checks.ts'
import { messageOf } from '../../client/request-error.ts'
import { checkEmail } from '../../forms/check-field.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useSecondsLeft } from '../../forms/use-seconds-left.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { OtherCategory } from '../../parts/other-category/other-category.tsx'
import {
  Button,
  Cover,
  EmailAddress,
  PageHeading,
  showError,
  showInfo,
  showSuccess,
  TextField,
} from '../../ui/index.ts'
import styles from './recover-password.module.css'
import { recoverPasswordTexts } from './recover-password-texts.ts'

/** Spec §2, /recover-password. Query parameter category: ORG, otherwise student. */
export function RecoverPassword() {
  useTakeOver()
  const texts = useTexts()
  const field = useTextsOf(fieldTexts)
  const emailNotVerified = useTextsOf(emailNotVerifiedTexts)
  const format = useFormat()
  const [query, setQuery] = useSearchParams()
  const label = query.get('category') === 'ORG' ? 'ORG' : 'STD'
  // Spec §4: once used, the button comes back 20 seconds after the page was loaded.
  const [againAt] = useState(() => performance.now() + resendDelayMs)
  const [isSent, setIsSent] = useState(false)
  const [belongsTo, setBelongsTo] = useState<Label | null>(null)
  const secondsLeft = useSecondsLeft(againAt)
  const state = useFormValues({ email: '' })
  const form = useForm(state, { email: checkEmail(state.values.email) })
  const cover = useTextsOf(coverTexts)
  const recoverPassword = useTextsOf(recoverPasswordTexts)
  const mustWait = isSent && secondsLeft > 0

  const send = form.submit(async (values) => {
    const email = normaliseText(values.email)
    setBelongsTo(null)
    try {
      const { profile, otherCategory } = await lookUpProfile(label, email)
      if (profile === null) {
        showInfo(recoverPassword.notRegistered)
        form.fail('email', recoverPassword.notRegistered)
        setBelongsTo(otherCategory)
        return
      }
      await requestRecovery(email)
      setIsSent(true)
      showSuccess(recoverPassword.sent)
    } catch (error) {
      showError(messageOf(error))
    }
  })

  return (
    <Cover
      title={cover.title}
      rows={[
        { label: cover.account, value: texts.category[label] },
        { label: cover.email, value: state.values.email && <EmailAddress>{state.values.email}</EmailAddress> },
        { label: cover.password, value: cover.forgotten, pending: true },
      ]}
      note={recoverPassword.note}
      homeHref={paths.landing}
    >
      <PageHeading>{recoverPassword.title}</PageHeading>
      <p className={styles.text}>{recoverPassword.text}</p>
      <Form ref={form.formRef} className={formStyles.form} onSubmit={send}>
        <TextField
          label={field.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxEmailLength}
          {...form.field('email')}
        />
        {belongsTo !== null && (
          <OtherCategory
            category={belongsTo}
            onSwitch={() => {
              // The button goes, and the next step is to ask for the mail.
              form.goToSubmit()
              setQuery({ category: belongsTo === 'ORG' ? 'ORG' : 'STUDENT' }, { replace: true })
              setBelongsTo(null)
              form.dismiss('email')
            }}
          />
        )}
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          icon={<IconMail size={20} stroke={1.9} aria-hidden="true" />}
          busy={form.busy}
          resting={mustWait}
        >
          {recoverPassword.send}
        </Button>
      </Form>
      <div className={styles.after} role="status">
        {isSent && <p>{recoverPassword.sentTo}</p>}
      </div>
      {mustWait && <p className={styles.wait}>{emailNotVerified.resendIn(format.number(secondsLeft))}</p>}
      <p className={styles.foot}>
        <Link to={paths.login} state={{ category: label }}>
          {recoverPassword.back}
        </Link>
      </p>
    </Cover>
  )
}
