import { type ReactElement, useState } from 'react'
import { useFormat } from '../language/format.ts'
import { useTexts } from '../language/texts.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import styles from './card-list.module.css'

/** The others come by a press. */
const shownAtFirst = 4

type CardListProps = {
  title: string
  /** Beside the title. */
  count?: number
  /** Items of the list. */
  children: readonly ReactElement[]
}

/** What waits for a person: a card for each. */
export function CardList({ title, count, children }: CardListProps) {
  const { common } = useTexts()
  const { number } = useFormat()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? children : children.slice(0, shownAtFirst)
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        <span>{title}</span> {count !== undefined && <span className={styles.count}>{number(count)}</span>}
      </h2>
      <Card as="ul" className={styles.list}>
        {shown}
      </Card>
      {shown.length < children.length && (
        <Button onClick={() => setShowsAll(true)}>{common.showAll(number(children.length))}</Button>
      )}
    </section>
  )
}
