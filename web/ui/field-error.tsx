import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './field.module.css'

/** What is wrong with a field, below it. Empty when nothing is. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p id={id} className={styles.error}>
      <IconAlertTriangle size={18} stroke={1.9} aria-hidden="true" />
      <span>{message}</span>
    </p>
  )
}
