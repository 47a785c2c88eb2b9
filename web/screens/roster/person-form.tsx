import type { PersonFields } from '#contract/roster.ts'
import { maxSectionLength } from '#contract/roster-rules.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { maxNameLength, normaliseText } from '#contract/text-fields.ts'
import { RequestError } from '../../client/request-error.ts'
import { checkEmail, checkOptionalText, checkRollNumber, checkText } from '../../forms/check-field.ts'
import { Form } from '../../forms/form.tsx'
import { type FormErrors, useForm, useFormValues } from '../../forms/use-form.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { membersTexts } from '../../parts/members/members-texts.ts'
import { Actions, Button, ConfirmButton, TextField } from '../../ui/index.ts'
import styles from './roster.module.css'

type Fields = Readonly<Record<keyof PersonFields, string>>

export type Refused = (error: Error, sentence: string) => void

type PersonFormProps = {
  initial: Fields
  /** The email of a person who has confirmed one is that person's own. */
  hasEmail: boolean
  action: string
  busy: boolean
  onCancel: () => void
  /** `refused` shows a refusal at its field. */
  onSend: (fields: PersonFields, refused: Refused) => Promise<boolean>
}

/** What the office says of a person. */
export function PersonForm({ initial, hasEmail, action, busy, onCancel, onSend }: PersonFormProps) {
  const members = useTextsOf(membersTexts)
  const { common } = useTexts()
  const words = useTextsOf(rosterTexts)
  const state = useFormValues(initial)
  const form = useForm(state, checkPerson(state.values))
  const send = form.submit(async (values) => {
    const refuse: Refused = (error, sentence) => form.fail(fieldOf(error), sentence)
    if (await onSend(normalisePerson(values), refuse)) form.clear()
  })
  const typed = { autoComplete: 'off', spellCheck: false }
  return (
    <Form ref={form.formRef} className={styles.form} onSubmit={send}>
      <TextField label={members.rollNumber} asciiDigits code {...typed} {...form.field('rollNumber')} />
      <TextField label={words.givenName} {...typed} {...form.field('givenName')} />
      <TextField label={words.familyName} optional {...typed} {...form.field('familyName')} />
      {hasEmail && (
        <TextField
          label={words.columns.email}
          hint={words.emailHint}
          optional
          type="email"
          inputMode="email"
          autoCapitalize="none"
          {...typed}
          {...form.field('email')}
        />
      )}
      <TextField label={words.section} optional {...typed} {...form.field('section')} />
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={busy}>
          {action}
        </ConfirmButton>
      </Actions>
    </Form>
  )
}

/** The same rules as the server's. */
function checkPerson(values: Fields): FormErrors<keyof Fields> {
  return {
    rollNumber: checkRollNumber(values.rollNumber),
    givenName: checkText(maxNameLength)(values.givenName),
    familyName: checkOptionalText(maxNameLength)(values.familyName),
    email: normaliseText(values.email) === '' ? undefined : checkEmail(values.email),
    section: checkOptionalText(maxSectionLength)(values.section),
  }
}

function normalisePerson({ rollNumber, givenName, familyName, email, section }: Fields): PersonFields {
  return {
    rollNumber: normaliseText(rollNumber),
    givenName: normaliseText(givenName),
    familyName: normaliseText(familyName),
    email: normaliseText(email),
    section: normaliseText(section),
  }
}

/** Where a refusal is shown: most are about the number. */
function fieldOf(error: Error): 'email' | 'rollNumber' {
  return error instanceof RequestError && error.reason === 'email-invalid' ? 'email' : 'rollNumber'
}
