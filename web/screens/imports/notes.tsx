import { importTexts } from '#contract/import-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './imports.module.css'

/** What was noticed that is no problem of one line. */
export function Notes({ list }: { list: readonly string[] }) {
  const { warnings } = useTextsOf(importTexts)
  if (list.length === 0) return null
  return (
    <section className={styles.notes} aria-label={warnings.title}>
      <ul>
        {list.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
