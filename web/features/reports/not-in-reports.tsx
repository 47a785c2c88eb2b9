import type { ReactNode } from 'react'
import { useTexts } from '../../language/texts.ts'
import { PageHeading } from '../../ui/index.ts'
import styles from './report.module.css'

/** An id that is unknown, or another institute's. */
export function NotInReports({ back }: { back: ReactNode }) {
  const { reports: words } = useTexts()
  return (
    <>
      {back}
      <div className={styles.unknown}>
        <PageHeading>{words.notFound}</PageHeading>
        <p>{words.notFoundHint}</p>
      </div>
    </>
  )
}
