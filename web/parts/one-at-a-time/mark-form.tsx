import type { RefObject } from 'react'
import { useId, useState } from 'react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { Form } from '../../forms/form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { Button, typeAsciiDigits } from '../../ui/index.ts'
import styles from './mark-form.module.css'
import type { Work } from './panel-state.ts'

/** The typed text: one of the two, the other is empty. */
export type MarkInputs = { readonly rollNumber: string; readonly email: string }
export const noInputs: MarkInputs = { rollNumber: '', email: '' }

export type MarkFormProps = {
  inputs: MarkInputs
  onInputsChange: (inputs: MarkInputs) => void
  onSubmit: () => void
  work: Work
  firstField: RefObject<HTMLInputElement | null>
}

/** Two fields that exclude each other, and the button. Enter in either field presses the button. */
export function MarkForm({ inputs, onInputsChange, onSubmit, work, firstField }: MarkFormProps) {
  const attendance = useTextsOf(attendanceTexts)
  const [isMissing, setMissing] = useState(false)
  const errorId = useId()
  const isEmpty = inputs.rollNumber.trim() === '' && inputs.email.trim() === ''
  const isInvalid = isMissing && isEmpty
  const busy = work === 'busy' || (work === 'asking' && isEmpty)

  function submit() {
    if (busy) return
    setMissing(isEmpty)
    if (isEmpty) firstField.current?.focus()
    else onSubmit()
  }

  const shared = {
    className: styles.input,
    // Not `disabled`: the field would lose the focus during the ceremony.
    readOnly: work === 'busy',
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? errorId : undefined,
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  } as const

  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        submit()
      }}
    >
      <label className={styles.field}>
        <span className={styles.label}>{attendance.rollNumberField}</span>
        <input
          {...shared}
          ref={firstField}
          type="text"
          name="rollNumber"
          autoCapitalize="characters"
          enterKeyHint="go"
          value={inputs.rollNumber}
          {...typeAsciiDigits((rollNumber) => onInputsChange({ rollNumber, email: '' }))}
        />
      </label>
      <p className={styles.between}>
        {isInvalid ? (
          <span id={errorId} className={styles.error} role="alert">
            {attendance.fieldNeeded}
          </span>
        ) : (
          <span>{attendance.or}</span>
        )}
      </p>
      <label className={styles.field}>
        <span className={styles.label}>{attendance.emailField}</span>
        <input
          {...shared}
          type="email"
          name="email"
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="go"
          value={inputs.email}
          onChange={(event) => onInputsChange({ rollNumber: '', email: event.currentTarget.value })}
        />
      </label>
      <Button type="submit" kind="primary" wide busy={busy} className={styles.button}>
        <span>{attendance.mark}</span>
        {!busy && (
          <span className={styles.key} aria-hidden="true">
            {attendance.enterKey}
          </span>
        )}
      </Button>
    </Form>
  )
}
