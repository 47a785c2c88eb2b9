import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ring-icon.module.css'

/** A large icon in a ring, above a heading that says the same in words. */
export function RingIcon({ icon, tone }: { icon: ReactNode; tone?: 'good' | 'bad' | undefined }) {
  return (
    <div className={classNames(styles.ring, tone && styles[tone])} aria-hidden="true">
      {icon}
    </div>
  )
}
