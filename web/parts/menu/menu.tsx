import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { buttonClass, Card, classNames } from '../../ui/index.ts'
import styles from './menu.module.css'

/** What is rarely wanted, below a button that opens and closes it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.menu}>
      <summary className={classNames(buttonClass(), styles.summary)}>
        <span>{label}</span>
        <IconChevronDown size={18} stroke={1.9} aria-hidden="true" />
      </summary>
      <Card className={styles.body}>{children}</Card>
    </details>
  )
}
