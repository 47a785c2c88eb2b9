import type { ReactNode } from 'react'
import { useTexts } from '../../language/texts.ts'
import { Wordmark } from '../../ui/index.ts'
import styles from './screen-notice.module.css'

export type ScreenNoticeProps = { title: string; hint: string; action?: ReactNode }

/** What a screen says when it has nothing to show. */
export function ScreenNotice({ title, hint, action }: ScreenNoticeProps) {
  const { product } = useTexts()
  return (
    <main className={styles.notice}>
      <Wordmark name={product.name} />
      <div className={styles.words} role="status">
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.hint}>{hint}</p>
      </div>
      {action}
    </main>
  )
}
