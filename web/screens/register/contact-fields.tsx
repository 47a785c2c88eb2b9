import { fieldTexts } from '#contract/field-texts.ts'
import { maxEmailLength } from '#contract/text-fields.ts'
import styles from '../../forms/form.module.css'
import type { FormState } from '../../forms/use-form.ts'
import { useTextsOf } from '../../language/texts.ts'
import { TextField } from '../../ui/index.ts'

export type ContactFieldsProps = {
  field: (name: 'email' | 'phoneNumber') => ReturnType<FormState<string>['field']>
  /** Whether the email has half of the line, as the phone number has. */
  isEmailHalf: boolean
}

/** How the person or institute that registers is reached. */
export function ContactFields({ field, isEmailHalf }: ContactFieldsProps) {
  const label = useTextsOf(fieldTexts)
  return (
    <>
      <TextField
        className={isEmailHalf ? styles.half : undefined}
        label={label.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxEmailLength}
        {...field('email')}
      />
      <TextField
        className={styles.half}
        label={label.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        asciiDigits
        {...field('phoneNumber')}
      />
    </>
  )
}
