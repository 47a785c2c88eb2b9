import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { contentId } from '../../ui/index.ts'
import styles from './signed-in-page.module.css'

/** The part below the top bar: the banner, if an action is needed first, and the screen. */
export function SignedInPage({ banner, children }: { banner: ReactNode; children: ReactNode }) {
  const readsOnly = useReadsOnly()
  return (
    <main className={styles.page} id={contentId}>
      {banner}
      {readsOnly && <ReadsOnly />}
      {children}
    </main>
  )
}

/** Why an institute's own login has fewer buttons than before, and the way back. */
function ReadsOnly() {
  const words = useTextsOf(actingTexts)
  const { $id } = useInstitute()
  return (
    <p className={styles.notice}>
      <span>{words.readsOnly}</span> <Link to={paths.staff($id)}>{words.readsOnlyWay}</Link>
    </p>
  )
}
