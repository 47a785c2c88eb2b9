import type { Label } from '#contract/identifiers.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './other-category.module.css'
import { otherCategoryTexts } from './other-category-texts.ts'

/** Below a refused email that the other category knows: says whose it is, and leads there. */
export function OtherCategory({ category, onSwitch }: { category: Label; onSwitch: () => void }) {
  const otherCategory = useTextsOf(otherCategoryTexts)
  return (
    <div role="status" className={styles.line}>
      <p>{otherCategory.belongs[category]}</p>
      <Button onClick={onSwitch}>{otherCategory.switchTo[category]}</Button>
    </div>
  )
}
