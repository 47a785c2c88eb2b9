import type { ReactNode } from 'react'
import { useTexts } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './update-form.module.css'

export type UpdateFormProps = {
  children: ReactNode
  /** The button's word. */
  action: string
  busy: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** The frame of an update form. Its fields are checked by the form itself, so that the spec's own sentences are shown. */
export function UpdateForm({ children, action, busy, onSubmit, onCancel }: UpdateFormProps) {
  const texts = useTexts()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      {children}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{texts.profile.cancel}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
