import type { ReactNode } from 'react'
import { useTexts } from '../../language/texts.ts'
import courses from '../../parts/courses/courses.module.css'
import { Hint, LanguageSwitch, PageHeading, ThemeSwitch, Wordmark } from '../../ui/index.ts'
import styles from './day-pass.module.css'

/** What stands around everything that a supply teacher sees. */
export function PassFrame({ children }: { children: ReactNode }) {
  const { product } = useTexts()
  return (
    <main className={styles.page}>
      <div className={styles.bar}>
        <Wordmark name={product.name} />
        <div className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
      {children}
    </main>
  )
}

type PassNoticeProps = { title: string; hint: string; action?: ReactNode }

/** One thing to read, and at most one to do. */
export function PassNotice({ title, hint, action }: PassNoticeProps) {
  return (
    <div className={styles.notice}>
      <PageHeading>{title}</PageHeading>
      <Hint>{hint}</Hint>
      {action}
    </div>
  )
}
