import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './banner.module.css'
import { classNames } from './class-names.ts'

export type BannerProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
  /** Below both, over the whole width. */
  more?: ReactNode
  tone?: 'notice' | 'refused'
}

/** An action that is needed first: one sentence, one button. */
export function Banner({ icon, title, children, action, more, tone = 'notice' }: BannerProps) {
  const titleId = useId()
  return (
    <section className={classNames(styles.banner, tone === 'refused' && styles.refused)} aria-labelledby={titleId}>
      {icon}
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p>{children}</p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {more && <div className={styles.more}>{more}</div>}
    </section>
  )
}
