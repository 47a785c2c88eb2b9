import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './opener.module.css'

export type OpenerProps = {
  isOpen: boolean
  /** The id of what it opens. */
  controls: string
  onToggle: () => void
  /** For screen readers, where rows have the same name. It begins with what is seen. */
  label?: string
  /** The name of the row. */
  children: ReactNode
}

/** The name of a row that opens, with the arrow that says so. */
export function Opener({ isOpen, controls, onToggle, label, children }: OpenerProps) {
  return (
    <button
      type="button"
      className={styles.opener}
      aria-label={label}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': controls })}
      onClick={onToggle}
    >
      <span>{children}</span>
      <IconChevronDown size={16} stroke={1.9} aria-hidden="true" />
    </button>
  )
}
