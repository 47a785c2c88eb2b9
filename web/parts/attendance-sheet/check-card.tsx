import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/index.ts'
import styles from './checks.module.css'

/** A check of the room: its state in one line, and opened, what can be done. It stays low, so that the list is in sight. */
export function CheckCard({
  title,
  state,
  beginsOpen = false,
  children,
}: {
  title: string
  state: string
  beginsOpen?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(beginsOpen)
  return (
    <Card as="details" className={styles.card} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.title}>{title}</span> <span className={styles.state}>{state}</span>
        <IconChevronDown className={styles.chevron} size={18} stroke={1.9} aria-hidden="true" />
      </summary>
      <div className={styles.body}>{children}</div>
    </Card>
  )
}
