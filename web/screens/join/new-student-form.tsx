import { fieldTexts } from '#contract/field-texts.ts'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import type { Invitation } from '#contract/staff.ts'
import { maxNameLength, normaliseText } from '#contract/text-fields.ts'
import { getAccount } from '../../client/account-calls.ts'
import type { ProductInput } from '../../client/call-product.ts'
import { isCommonPassword } from '../../client/form-checks.ts'
import { messageOf } from '../../client/request-error.ts'
import { checkNeeded, checkPhoneNumber, checkText } from '../../forms/check-field.ts'
import { describePassword } from '../../forms/describe-password.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { wordsNow } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, FieldError, PasswordField, TextField } from '../../ui/index.ts'
import { joinTexts } from './join-texts.ts'
import type { Joined } from './passkey-step.tsx'

type NewStudent = NonNullable<ProductInput<'PUT /invitation'>['student']>

type NewStudentProps = {
  /** Makes the account. */
  join: (student: NewStudent) => Promise<void>
  institute: string
  email: string
  /** As the office wrote the student down. */
  student: NonNullable<Invitation['student']>
  onJoined: (joined: Joined) => void
}

/** What the office does not know of a new student; the passkey comes right after it. */
export function NewStudentForm({ join: makeAccount, institute, email, student, onJoined }: NewStudentProps) {
  const newPassword = useTextsOf(newPasswordTexts)
  const field = useTextsOf(fieldTexts)
  const join = useTextsOf(joinTexts)
  const { firstName, lastName, rollNumber } = student
  const state = useFormValues({ firstName, lastName, phoneNumber: '', password: '' })
  const { values } = state
  const own = { email, rollNumber, names: [values.firstName, values.lastName] }
  const form = useForm(state, {
    firstName: checkText(maxNameLength)(values.firstName),
    lastName: checkText(maxNameLength)(values.lastName),
    phoneNumber: checkPhoneNumber(values.phoneNumber),
    password: checkNeeded(values.password) ?? explainWeakPassword(values.password, own, wordsNow(newPasswordTexts)),
  })
  const send = form.submit(async (given) => {
    if (await isCommonPassword(given.password)) {
      form.fail('password', newPassword.tooCommon)
      return
    }
    try {
      const { password } = given
      const [first = '', last = '', phoneNumber = ''] = [given.firstName, given.lastName, given.phoneNumber].map(
        normaliseText,
      )
      await makeAccount({ firstName: first, lastName: last, phoneNumber, password })
      onJoined({ institute, account: await getAccount(), isNew: true, isStudent: true })
    } catch (error) {
      form.refuse(messageOf(error))
    }
  })
  return (
    <Form ref={form.formRef} className={formStyles.form} onSubmit={send}>
      {/* A password manager stores the password under this name. */}
      <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
      <TextField label={field.firstName} autoComplete="given-name" {...form.field('firstName')} />
      <TextField label={field.lastName} autoComplete="family-name" {...form.field('lastName')} />
      <TextField
        label={field.phoneNumber}
        type="tel"
        inputMode="tel"
        asciiDigits
        autoComplete="tel"
        {...form.field('phoneNumber')}
      />
      <PasswordField
        label={field.password}
        autoComplete="new-password"
        hint={describePassword(values.password, own)}
        {...form.field('password')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
        {join.action}
      </Button>
    </Form>
  )
}
