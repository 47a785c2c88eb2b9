import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../language/texts.ts'
import { Button, ConfirmButton } from '../ui/index.ts'
import { Form } from './form.tsx'
import { goToFirstError } from './go-to-first-error.ts'
import styles from './update-form.module.css'

export type UpdateFormProps = {
  children: ReactNode
  /** The button's label. */
  action: string
  busy: boolean
  /** The present errors, of any type: when they change, the form moves the focus to its first wrong field. */
  errors: unknown
  onSubmit: () => void
  onCancel: () => void
}

/** The frame of an update form. The form itself checks its fields, so that the spec's own sentences are shown. */
export function UpdateForm({ children, action, busy, errors, onSubmit, onCancel }: UpdateFormProps) {
  const { common } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (errors !== undefined) goToFirstError(form)
  }, [errors])
  return (
    <Form
      gap={20}
      ref={form}
      onSubmit={() => {
        if (!busy) onSubmit()
      }}
    >
      {children}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={busy}>
          {action}
        </ConfirmButton>
      </div>
    </Form>
  )
}
