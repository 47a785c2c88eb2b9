import { countLetters } from '#contract/register-numbers.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { VisuallyHidden } from '../../ui/index.ts'
import { groupTexts } from '../group-head/group-texts.ts'
import styles from './strip.module.css'

/** The strip without words and ways, in a line of a table. Students' pages do not load it. */
export function SmallStrip({ letters }: { letters: readonly string[] }) {
  const { of } = useTextsOf(groupTexts).list
  const { number } = useFormat()
  const { present, people: expected } = countLetters(letters)
  return (
    <>
      <VisuallyHidden>{of(number(present), number(expected))}</VisuallyHidden>
      <span className={styles.small} aria-hidden="true">
        {letters.map((letter, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is all that a session has here
          <i key={at} className={styles.bar} data-letter={letter} />
        ))}
      </span>
    </>
  )
}
