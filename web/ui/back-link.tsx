import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './back-link.module.css'
import { classNames } from './class-names.ts'

export type BackLinkProps = {
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link to the page above this one. */
export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link className={classNames(styles.back, className)} to={to}>
      <IconChevronLeft size={18} stroke={1.9} aria-hidden="true" />
      <span>{children}</span>
    </Link>
  )
}
