import type { ReactNode } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Initials } from '../../ui/initials.tsx'
import { Wordmark } from '../../ui/logo.tsx'
import type { Offer } from './begin.ts'
import styles from './check-in.module.css'

/** What stands around every state: the bar with the student, and what is recorded. */
export function CheckInFrame({ student, children }: { student: Offer['student']; children: ReactNode }) {
  const { product } = useTexts()
  const words = useTextsOf(checkInTexts)
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <a className={styles.home} href={paths.landing}>
          <Wordmark name={product.name} />
        </a>
        {student && <Initials name={student.name} of="person" size="small" shape="circle" />}
      </header>
      <main className={styles.main}>{children}</main>
      <details className={styles.recorded}>
        <summary>{words.recorded}</summary>
        <ul>
          {words.recordedPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}
