import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './field.module.css'

/** The error of a field, below it. Empty without an error. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p id={id} className={styles.error}>
      <IconAlertTriangle size={18} stroke={1.9} aria-hidden="true" />
      <span>{message}</span>
    </p>
  )
}
