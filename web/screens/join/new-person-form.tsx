import { fieldTexts } from '#contract/field-texts.ts'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import type { Invitation } from '#contract/staff.ts'
import { maxNameLength, normaliseText } from '#contract/text-fields.ts'
import { getAccount } from '../../client/account-calls.ts'
import { isCommonPassword } from '../../client/form-checks.ts'
import { messageOf } from '../../client/request-error.ts'
import { joinInstitute } from '../../client/staff-calls.ts'
import { checkNeeded, checkText } from '../../forms/check-field.ts'
import { describePassword } from '../../forms/describe-password.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { wordsNow } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { MailLink } from '../../session/mail-link.ts'
import { Button, FieldError, PasswordField, TextField } from '../../ui/index.ts'
import { joinTexts } from './join-texts.ts'
import type { Joined } from './passkey-step.tsx'

type NewPersonProps = { link: MailLink; invitation: Invitation; onJoined: (joined: Joined) => void }

/** Name and password of a new account; the passkey comes right after them. */
export function NewPersonForm({ link, invitation: { institute, email }, onJoined }: NewPersonProps) {
  const newPassword = useTextsOf(newPasswordTexts)
  const field = useTextsOf(fieldTexts)
  const join = useTextsOf(joinTexts)
  const state = useFormValues({ name: '', password: '' })
  const own = { email, names: [state.values.name] }
  const form = useForm(state, {
    name: checkText(maxNameLength)(state.values.name),
    password:
      checkNeeded(state.values.password) ?? explainWeakPassword(state.values.password, own, wordsNow(newPasswordTexts)),
  })
  const send = form.submit(async ({ name, password }) => {
    if (await isCommonPassword(password)) {
      form.fail('password', newPassword.tooCommon)
      return
    }
    try {
      await joinInstitute(link, { account: { name: normaliseText(name), password } })
      onJoined({ institute, account: await getAccount(), isNew: true, isStudent: false })
    } catch (error) {
      form.refuse(messageOf(error))
    }
  })
  return (
    <Form ref={form.formRef} className={formStyles.form} onSubmit={send}>
      {/* A password manager stores the password under this name. */}
      <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
      <TextField label={join.name} hint={join.nameHint} autoComplete="name" {...form.field('name')} />
      <PasswordField
        label={field.password}
        autoComplete="new-password"
        hint={describePassword(state.values.password, own)}
        {...form.field('password')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
        {join.action}
      </Button>
    </Form>
  )
}
