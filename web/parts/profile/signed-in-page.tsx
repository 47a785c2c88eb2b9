import type { ReactNode } from 'react'
import styles from './signed-in-page.module.css'

/** What stands below the top bar: the banner, if there is something to be done first, and the screen. */
export function SignedInPage({ banner, children }: { banner: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {banner}
      {children}
    </main>
  )
}
