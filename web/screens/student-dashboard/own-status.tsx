import { courseTexts } from '#contract/course-texts.ts'
import type { WayOfMark } from '#contract/ways.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CellMark } from '../../parts/courses/cell-mark.tsx'
import { disputeTexts } from '../../parts/receipts/dispute-texts.ts'
import { WayBadge } from '../../parts/way-badge/way-badge.tsx'
import { VisuallyHidden } from '../../ui/index.ts'
import styles from './own-courses.module.css'

/** What holds in an own cell; `isShort`: its word is for screen readers alone. */
export function OwnStatus({ letter, isShort = false }: { letter: string; isShort?: boolean }) {
  const { letters } = useTextsOf(courseTexts).register
  const word = letters[letter as keyof typeof letters]
  return (
    <span className={styles.status}>
      <CellMark letter={letter} />
      {isShort ? <VisuallyHidden>{word}</VisuallyHidden> : <span>{word}</span>}
    </span>
  )
}

/** How the own mark was made, if there is one. */
export function OwnWay({ mark }: { mark: { readonly way: WayOfMark } | undefined }) {
  const { ways } = useTextsOf(disputeTexts)
  return mark && <WayBadge way={mark.way}>{ways[mark.way]}</WayBadge>
}
