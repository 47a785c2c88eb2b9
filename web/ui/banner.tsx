import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './banner.module.css'

export type BannerProps = { icon: ReactNode; title: string; children: ReactNode; action: ReactNode }

/** An action that is needed first: one sentence, one button. */
export function Banner({ icon, title, children, action }: BannerProps) {
  const titleId = useId()
  return (
    <section className={styles.banner} aria-labelledby={titleId}>
      {icon}
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p>{children}</p>
      </div>
      <div className={styles.action}>{action}</div>
    </section>
  )
}
