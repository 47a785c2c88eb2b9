import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './register-grid.module.css'
import { headId, RegisterHeads } from './register-heads.tsx'
import { cellId, RegisterRow } from './register-row.tsx'
import { useCellAtHand } from './use-cell-at-hand.tsx'
import { columnLeft, drawnColumns, useDrawnCells } from './use-drawn-cells.ts'
import { useFoldedMonths } from './use-folded-months.ts'
import { useHere, useRegisterColumns } from './use-register-columns.ts'

/** The cells of a register: its people, or those of them that are looked for, and all its sessions. */
export function RegisterGrid({ register, people }: { register: CourseRegister; people: readonly RegisterPerson[] }) {
  const words = useTextsOf(registerTexts)
  const { sessions } = register
  const here = useHere(register)
  const { columns, turn } = useFoldedMonths(useRegisterColumns(register), here)
  const { scroller, rows, columns: drawn, widths } = useDrawnCells(people.length, columns)
  const hand = useRef<HTMLDivElement>(null)
  const { place, ...at } = useCellAtHand({
    ...{ register, people, columns, hand, grid: scroller, onTurn: turn },
    onMove({ row, column }) {
      if (row >= 0) rows.scrollToIndex(row)
      drawn.scrollToIndex(column)
    },
  })
  const places = useMemo(
    () => new Map(register.people.map(({ personId }, row) => [personId, row + 1])),
    [register.people],
  )

  // The newest session is at hand at once, unless something else has the focus by then.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.tagName === 'H1')
      scroller.current?.focus({ preventScroll: true })
  }, [scroller])

  const left = columnLeft(columns[place.column] ?? { left: 0 })
  const [first, last] = drawnColumns(drawn.getVirtualItems(), columns.length)
  return (
    <>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={words.caption}
        aria-rowcount={people.length + 1}
        aria-colcount={sessions.length + 6}
        aria-activedescendant={place.row < 0 ? headId(place.column) : cellId(place)}
        tabIndex={0}
        onKeyDown={at.onKeyDown}
        onClick={at.onClick}
      >
        <div
          className={styles.table}
          style={
            {
              '--person': `${widths.person}px`,
              '--total': `${widths.total}px`,
              '--columns': (columns.at(-1)?.left ?? 0) + 1,
              height: rows.getTotalSize(),
            } as CSSProperties
          }
        >
          <RegisterHeads
            register={register}
            columns={columns}
            here={here}
            first={first}
            last={last}
            hand={place}
            onTurn={turn}
          />
          <div className={styles.tint} style={{ insetInlineStart: left }} />
          {rows.getVirtualItems().map(({ index }) => {
            const person = people[index]
            return (
              person && (
                <RegisterRow
                  key={person.personId}
                  person={person}
                  row={index}
                  place={places.get(person.personId) ?? 0}
                  columns={columns}
                  first={first}
                  last={last + 1}
                  waiting={at.waitingIn(person.personId)}
                  hand={place.row === index ? place.column : -1}
                  frame={place.row === index ? hand : undefined}
                  isOpen={place.row === index && at.isOpen}
                />
              )
            )
          })}
        </div>
      </div>
      {at.dialogs}
    </>
  )
}
