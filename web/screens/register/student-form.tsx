import { fieldTexts } from '#contract/field-texts.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { describePassword } from '../../forms/describe-password.ts'
import styles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import type { FormState } from '../../forms/use-form.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { FoundInstitute } from '../../parts/institute-code/find-institute.ts'
import { isWholeCode } from '../../session/join-code.ts'
import { Button, FieldError, PasswordField, showError, TextField } from '../../ui/index.ts'
import { ContactFields } from './contact-fields.tsx'
import own from './register.module.css'
import type { StudentField } from './student-values.ts'
import { studentAsOwner } from './student-values.ts'
import { toStudentRegistration } from './to-registration.ts'
import { useRegistration } from './use-registration.ts'

export type StudentFormProps = {
  form: FormState<StudentField>
  /** The look-up of the code: the institute, null for an unknown code, undefined before the look-up. */
  found: FoundInstitute | null | undefined
}

/** Spec §2, /register, tab Student. */
export function StudentForm({ form, found }: StudentFormProps) {
  const registrationWords = useTextsOf(registrationTexts)
  const register = useRegistration()
  const label = useTextsOf(fieldTexts)
  const institute = found?.name
  const isUnknown = found === null
  const aboutCode = <span className={own.aboutCode}>{registrationWords.studentNote.join('')}</span>

  const send = form.submit(async (values) => {
    const refusal = await register(toStudentRegistration(values), values.instituteCode)
    if (refusal?.wasSent !== false) form.clear()
    if (refusal?.field) form.fail(refusal.field, refusal.message)
    else if (refusal) form.refuse(refusal.message)
  })

  return (
    <Form
      ref={form.formRef}
      className={styles.form}
      onSubmit={() => {
        // Spec §5: said beside the field, and in a toast.
        if (isUnknown) showError(registrationWords.invalidInstituteCode)
        send()
      }}
    >
      <TextField
        className={styles.half}
        label={label.firstName}
        autoComplete="given-name"
        {...form.field('firstName')}
      />
      <TextField
        className={styles.half}
        label={label.lastName}
        autoComplete="family-name"
        {...form.field('lastName')}
      />
      <TextField
        className={styles.half}
        label={label.instituteCode}
        code
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        // Its line is there before the name.
        hint={institute ?? (isWholeCode(form.values.instituteCode) ? '\u00a0' : aboutCode)}
        {...form.field('instituteCode')}
      />
      <TextField
        className={styles.half}
        label={label.rollNumber}
        code
        asciiDigits
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...form.field('rollNumber')}
      />
      <ContactFields field={form.field} isEmailHalf={false} />
      <PasswordField
        className={styles.half}
        label={label.password}
        autoComplete="new-password"
        hint={describePassword(form.values.password, studentAsOwner(form.values, institute))}
        {...form.field('password')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy} className={styles.submit}>
        {registrationWords.action}
      </Button>
    </Form>
  )
}
