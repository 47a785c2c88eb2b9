import type { ReactNode } from 'react'
import styles from './signed-in-page.module.css'

/** The part below the top bar: the banner, if an action is needed first, and the screen. */
export function SignedInPage({ banner, children }: { banner: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {banner}
      {children}
    </main>
  )
}
