import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './drawer-section.module.css'

export type DrawerSectionProps = { icon: ReactNode; title: string; children: ReactNode }

/** A part of the profile that is collapsed at first; it is read from the server when it is opened. */
export function DrawerSection({ icon, title, children }: DrawerSectionProps) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className={styles.section}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpened(true)
      }}
    >
      <summary className={styles.summary}>
        {icon}
        <h3 className={styles.title}>{title}</h3>
        <IconChevronDown className={styles.chevron} size={20} stroke={1.9} aria-hidden="true" />
      </summary>
      {wasOpened && <div className={styles.content}>{children}</div>}
    </details>
  )
}
