import { fieldTexts } from '#contract/field-texts.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { describePassword } from '../../forms/describe-password.ts'
import styles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import type { FormState } from '../../forms/use-form.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, classNames, FieldError, PasswordField, TextField } from '../../ui/index.ts'
import { ContactFields } from './contact-fields.tsx'
import type { OrganisationField } from './organisation-values.ts'
import { organisationAsOwner } from './organisation-values.ts'
import { toOrganisationRegistration } from './to-registration.ts'
import { useRegistration } from './use-registration.ts'

/** Spec §2, /register, tab Organisation. */
export function OrganisationForm({ form }: { form: FormState<OrganisationField> }) {
  const registrationWords = useTextsOf(registrationTexts)
  const register = useRegistration()
  const label = useTextsOf(fieldTexts)

  const send = form.submit(async (values) => {
    const refusal = await register(toOrganisationRegistration(values))
    if (refusal?.wasSent !== false) form.clear()
    if (refusal?.field === 'email' || refusal?.field === 'password') form.fail(refusal.field, refusal.message)
    else if (refusal) form.refuse(refusal.message)
  })

  return (
    <Form ref={form.formRef} className={classNames(styles.form, styles.dense)} onSubmit={send}>
      <TextField label={label.name} autoComplete="organization" {...form.field('name')} />
      <ContactFields field={form.field} isEmailHalf />
      <TextField label={label.addressLine1} autoComplete="address-line1" {...form.field('addressLine1')} />
      <TextField label={label.addressLine2} autoComplete="address-line2" optional {...form.field('addressLine2')} />
      <TextField className={styles.third} label={label.state} autoComplete="address-level1" {...form.field('state')} />
      <TextField className={styles.third} label={label.city} autoComplete="address-level2" {...form.field('city')} />
      <TextField
        className={styles.third}
        label={label.pinCode}
        inputMode="numeric"
        autoComplete="postal-code"
        {...form.field('pinCode')}
      />
      <PasswordField
        label={label.password}
        autoComplete="new-password"
        hint={describePassword(form.values.password, organisationAsOwner(form.values))}
        {...form.field('password')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy} className={styles.submit}>
        {registrationWords.action}
      </Button>
    </Form>
  )
}
