import { courseTexts } from '#contract/course-texts.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CellMark } from './cell-mark.tsx'
import styles from './mark-legend.module.css'

/** What each mark means. */
export function MarkLegend({ letters, className }: { letters: string; className?: string | undefined }) {
  const { letters: meanings } = useTextsOf(courseTexts).register
  const { legend } = useTextsOf(registerTexts)
  return (
    <ul className={className ?? styles.legend} aria-label={legend}>
      {[...letters].map((letter) => (
        <li key={letter} className={styles.meaning}>
          <CellMark letter={letter} />
          <span>{meanings[letter as keyof typeof meanings]}</span>
        </li>
      ))}
    </ul>
  )
}
