import type { ReactNode } from 'react'
import styles from './state.module.css'

/** Shown when there is nothing yet: says so, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      {icon}
      <p className={styles.title}>{title}</p>
      {children && <div>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
