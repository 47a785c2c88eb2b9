import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { memo, type RefObject } from 'react'
import { Link } from 'react-router'
import type { RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { countLetters, shareOfHere } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CellMark } from '../../parts/courses/cell-mark.tsx'
import { useInstitute } from '../../session/session.ts'
import styles from './register-grid.module.css'
import { columnLeft, rowTop } from './use-drawn-cells.ts'
import type { GridColumn } from './use-folded-months.ts'
import type { RegisterColumn } from './use-register-columns.ts'
import type { Place } from './use-register-keys.ts'

export const cellId = ({ row, column }: Place) => `cell-${row}-${column}`

export type RegisterRowProps<Column = RegisterColumn> = {
  person: RegisterPerson
  row: number
  columns: readonly Column[]
  /** The first drawn one, and the place after the last. */
  first: number
  last: number
  /** Letters on their way, as `waitingIn` says them. */
  waiting: string
  /** The column of the cell at hand; -1 in other rows. */
  hand: number
}

/** One person's name and drawn cells. `before`: so many columns stand before them. `className`: of a cell. */
export function useCells(
  { person, row, columns, first, last, waiting, hand }: RegisterRowProps,
  before: number,
  className: string | undefined,
) {
  const words = useTextsOf(registerTexts)
  const { letters: meanings } = useTextsOf(courseTexts).register
  const { number, percent, day } = useFormat()
  const name = joinNames(person.given, person.family)
  const onTheWay = new Map(waiting === '' ? [] : waiting.split('\n').map((one) => one.split(' ') as [string, string]))
  const cells = columns.slice(first, last).map(({ id, number: session, month, lockedSince, fold }, at) => {
    const column = first + at
    if (fold === 'hidden') return null
    const place = {
      ...{ id: cellId({ row, column }), 'aria-colindex': before + column + 1, className },
      ...{ 'aria-selected': hand === column, 'data-column': column, 'data-month': month !== undefined },
    }
    if (fold) {
      const share = shareOfHere(countLetters(fold.of.map((one) => person.letters[one])))
      const said = share === undefined ? words.none : percent(share)
      return (
        <span key={id} {...place} role="gridcell" aria-label={`${name}, ${month}: ${said}`} data-folded="true">
          {share === undefined ? '' : number(share)}
        </span>
      )
    }
    const letter = onTheWay.get(id) ?? person.letters[column] ?? '-'
    return (
      <span
        key={id}
        {...place}
        role="gridcell"
        aria-label={words.setting(name, number(session), meanings[letter as keyof typeof meanings])}
        data-locked={lockedSince !== undefined}
        data-waiting={onTheWay.has(id)}
      >
        <CellMark letter={letter} />
      </span>
    )
  })
  const left = person.leftAt === undefined ? undefined : words.leftOn(day(person.leftAt))
  return { name, left, cells }
}

type GridRowProps = RegisterRowProps<GridColumn> & {
  /** Of the person in the whole register. */
  place: number
  /** Takes the frame of the cell at hand; undefined in other rows. */
  frame: RefObject<HTMLDivElement | null> | undefined
  /** The question at the cell is open. */
  isOpen: boolean
}

/** One person's cells. A key draws two rows again, not all. */
export const RegisterRow = memo(function RegisterRow({ place, frame, isOpen, ...props }: GridRowProps) {
  const { person, row, columns, first, hand } = props
  const { number } = useFormat()
  const { $id } = useInstitute()
  const { personId, rollNumber, working } = person
  const { name, left, cells } = useCells(props, 3, styles.cell)
  const begins = columnLeft(columns.slice(first).find(({ fold }) => fold !== 'hidden') ?? { left: 0 })
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      data-row={row}
      data-fifth={(row + 1) % 5 === 0}
      data-hand={hand >= 0}
      style={{ insetBlockStart: rowTop(row) }}
    >
      <div className={styles.person}>
        <span role="gridcell" aria-colindex={1} className={styles.place}>
          {number(place)}
        </span>
        <span role="gridcell" aria-colindex={2} className={styles.roll} title={rollNumber}>
          {rollNumber}
        </span>
        <span
          role="rowheader"
          aria-colindex={3}
          className={styles.name}
          title={left ? `${name}, ${left}` : name}
          lang={nameLanguage(name)}
        >
          <Link
            to={paths.personRecord($id, personId)}
            // The grid takes the keys of its cells.
            onKeyDown={(event) => event.stopPropagation()}
          >
            <span>{name}</span>
            {left && <small>{` ${left}`}</small>}
          </Link>
        </span>
      </div>
      <div className={styles.cells} style={{ paddingInlineStart: begins }}>
        {cells}
      </div>
      {frame && (
        <div
          ref={frame}
          className={styles.hand}
          data-open={isOpen}
          style={{ insetInlineStart: columnLeft(columns[hand] ?? { left: 0 }) }}
        />
      )}
      <Working className={styles.total} working={working} column={columns.length + 4} />
    </div>
  )
})

type WorkingProps = { working: RegisterPerson['working']; column: number; className: string | undefined }

/** What the row comes to. */
export function Working({ working, column, className }: WorkingProps) {
  const words = useTextsOf(registerTexts)
  const { number } = useFormat()
  const { percentage, points, counted, isBelow, mayMiss, mustAttend } = working
  const { outlook } = words
  const mark = { size: 14, stroke: 1.9, 'aria-hidden': true } as const
  const far = mustAttend === null ? outlook.outOfReach : outlook.mustAttend(number(mustAttend))
  return (
    <div className={className} data-below={isBelow}>
      <span role="gridcell" aria-colindex={column}>
        {percentage === null ? '' : words.working(number(points / 100), number(counted))}
      </span>
      <span role="gridcell" aria-colindex={column + 1} className={styles.percent} title={percentage ?? words.none}>
        <span>{percentage ?? ''}</span>
        {percentage !== null && (isBelow ? <IconAlertTriangle {...mark} /> : <IconCircleCheck {...mark} />)}
      </span>
      <span role="gridcell" aria-colindex={column + 2}>
        {percentage === null ? '' : isBelow ? far : outlook.mayMiss(number(mayMiss))}
      </span>
    </div>
  )
}
