import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, IconButton } from '../../ui/index.ts'
import styles from './register-cards.module.css'
import { cellId, type RegisterRowProps, useCells, Working } from './register-row.tsx'
import { useCellAtHand } from './use-cell-at-hand.tsx'
import { useRegisterColumns } from './use-register-columns.ts'

/** So many sessions have room beside each other, and so many people are drawn at once. */
const sessionsInSight = 12
const peopleInSight = 60

/** A register on a phone: a card for each person, with the newest sessions first. */
export function RegisterCards({ register, people }: { register: CourseRegister; people: readonly RegisterPerson[] }) {
  const words = useTextsOf(registerTexts)
  const columns = useRegisterColumns(register)
  const grid = useRef<HTMLDivElement>(null)
  const [end, setEnd] = useState(columns.length)
  const [drawn, setDrawn] = useState(peopleInSight)
  const last = Math.min(Math.max(end, Math.min(sessionsInSight, columns.length)), columns.length)
  const first = Math.max(0, last - sessionsInSight)
  const { place, ...at } = useCellAtHand({
    ...{ register, people: people.slice(0, drawn), columns, grid, hand: grid },
    onMove({ column }) {
      if (column < first) setEnd(column + sessionsInSight)
      if (column >= last) setEnd(column + 1)
    },
  })
  const activeId = place.row < 0 ? undefined : cellId(place)
  useEffect(() => {
    if (activeId && document.activeElement === grid.current)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const [from, to] = [columns[first]?.day ?? '', columns[last - 1]?.day ?? '']
  return (
    <>
      {columns.length > sessionsInSight && (
        <div className={styles.pager}>
          <IconButton
            label={words.earlier}
            icon={<IconChevronLeft size={20} stroke={1.9} aria-hidden="true" />}
            disabled={first === 0}
            onClick={() => setEnd(Math.max(sessionsInSight, first))}
          />
          <span role="status">{words.period(from, to)}</span>
          <IconButton
            label={words.later}
            icon={<IconChevronRight size={20} stroke={1.9} aria-hidden="true" />}
            disabled={last === columns.length}
            onClick={() => setEnd(last + sessionsInSight)}
          />
        </div>
      )}
      <div
        ref={grid}
        className={styles.cards}
        role="grid"
        aria-label={words.caption}
        aria-rowcount={people.length}
        aria-colcount={columns.length + 5}
        aria-activedescendant={activeId}
        tabIndex={0}
        onKeyDown={at.onKeyDown}
        onClick={at.onClick}
      >
        {people.slice(0, drawn).map((person, row) => (
          <Card
            key={person.personId}
            person={person}
            row={row}
            columns={columns}
            first={first}
            last={last}
            waiting={at.waitingIn(person.personId)}
            hand={place.row === row ? place.column : -1}
          />
        ))}
      </div>
      {people.length > drawn && <Button onClick={() => setDrawn(drawn + peopleInSight)}>{words.showMore}</Button>}
      {at.dialogs}
    </>
  )
}

const Card = memo(function Card(props: RegisterRowProps) {
  const { person, row, columns } = props
  const { name, left, cells } = useCells(props, 2, styles.cell)
  return (
    <div role="row" aria-rowindex={row + 1} className={styles.card} data-row={row}>
      <span role="rowheader" aria-colindex={1} className={styles.name} lang={nameLanguage(name)}>
        {name}
      </span>
      <span role="gridcell" aria-colindex={2} className={styles.roll}>
        <span>{person.rollNumber}</span>
        {left && <small>{` ${left}`}</small>}
      </span>
      <div className={styles.strip}>{cells}</div>
      <Working className={styles.working} working={person.working} column={columns.length + 3} />
    </div>
  )
})
