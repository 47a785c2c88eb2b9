import { memo } from 'react'
import { Link } from 'react-router'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { percentageOf } from '#contract/course-working.ts'
import { paths } from '#contract/paths.ts'
import { goalOf, type HereOf, shareOfHere } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { VisuallyHidden } from '../../ui/index.ts'
import styles from './register-grid.module.css'
import { columnLeft, sizes } from './use-drawn-cells.ts'
import type { GridColumn } from './use-folded-months.ts'
import type { Place } from './use-register-keys.ts'

export const headId = (column: number) => `head-${column}`

/** The address of a session's sheet. */
export function sheetOf(
  institute: string,
  { course }: Pick<CourseRegister, 'course'>,
  { id, isOver }: Pick<CourseRegister['sessions'][number], 'id' | 'isOver'>,
): string {
  if (course) return paths.courseSession(institute, id)
  return isOver ? paths.sessionSheet(institute, id) : paths.attendanceSheet(institute, id)
}

type RegisterHeadsProps = {
  register: CourseRegister
  columns: readonly GridColumn[]
  here: readonly HereOf[]
  /** The drawn ones. */
  first: number
  last: number
  hand: Place
  /** Folds or opens the month of the session with this number. */
  onTurn: (session: number) => void
}

/** Month, day and share of each session, which lead to its sheet, and what the class comes to. */
export function RegisterHeads({ register, columns, here, first, last, hand, onTurn }: RegisterHeadsProps) {
  const words = useTextsOf(registerTexts)
  const { number, percent } = useFormat()
  const { $id } = useInstitute()
  const { people, sessions } = register
  const goal = goalOf(register)
  const sum = { counted: 0, points: 0 }
  for (const { working } of people) {
    sum.counted += working.counted
    sum.points += working.points
  }
  const { percentage } = percentageOf(sum, goal)
  const shareOf = (places: readonly number[]) => {
    const counted = (what: keyof HereOf) => places.reduce((all, at) => all + (here[at]?.[what] ?? 0), 0)
    return shareOfHere({ present: counted('present'), people: counted('people') })
  }
  const numbers = [
    {
      title: words.attended,
      below: sum.counted === 0 ? '' : words.working(number(sum.points / 100), number(sum.counted)),
    },
    { title: words.percentage, below: percentage ?? '' },
    { title: words.toGoal(percent(goal)), below: '' },
  ]
  return (
    <div role="row" aria-rowindex={1} className={styles.heads}>
      <div className={styles.person}>
        {[words.place, words.rollNumber, words.name].map((title, at) => (
          <span
            key={title}
            role="columnheader"
            aria-colindex={at + 1}
            className={[styles.place, styles.roll, styles.name][at]}
          >
            {title}
          </span>
        ))}
        <span className={styles.shares}>{words.share}</span>
      </div>
      {columns.slice(first, last + 1).map((column, at) => {
        const { id, fold, isRunning } = column
        if (fold === 'hidden') return null
        const isHand = hand.column === first + at
        return (
          <Head
            key={id}
            place={first + at}
            to={sheetOf($id, register, { id, isOver: !isRunning })}
            counts={sessions[first + at]?.counts || isRunning}
            share={shareOf(fold?.of ?? [first + at])}
            isAt={hand.row < 0 && isHand}
            {...{ column, isHand, onTurn }}
          />
        )
      })}
      <div className={styles.total}>
        {numbers.map(({ title, below }, at) => (
          <span key={title} role="columnheader" aria-colindex={sessions.length + 4 + at}>
            <b>{title}</b>
            <span>{below}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

type HeadProps = {
  column: GridColumn
  place: number
  /** Its sheet. */
  to: string
  counts: boolean
  share: number | undefined
  /** The cell at hand is below it, and it itself. */
  isHand: boolean
  isAt: boolean
  onTurn: RegisterHeadsProps['onTurn']
}

/** A key draws two of them again, not all. */
const Head = memo(function Head({ column, place, to, counts, share, isHand, isAt, onTurn }: HeadProps) {
  const words = useTextsOf(registerTexts)
  const { number, percent } = useFormat()
  const { number: session, day, dayOfMonth, month, fold, isRunning, width = 0 } = column
  const said = share === undefined ? words.none : percent(share)
  const name = (isRunning ? words.sheetNow : words.sheet)(number(session), day, said)
  const figure = share === undefined ? '' : number(share)
  return (
    <span
      id={headId(place)}
      role="columnheader"
      aria-colindex={place + 4}
      className={styles.session}
      data-counts={counts}
      data-now={isRunning && !fold}
      data-month={month !== undefined}
      data-hand={isHand}
      data-at={isAt}
      style={{ insetInlineStart: columnLeft(column) }}
    >
      {width > 0 && (
        <button
          type="button"
          className={styles.turn}
          aria-expanded={!fold}
          aria-label={fold ? `${month}, ${said}` : month}
          style={fold ? undefined : { width: `${(width * sizes.column) / 16}rem` }}
          // The grid takes the keys of its cells.
          onKeyDown={(event) => event.stopPropagation()}
          onClick={() => onTurn(session)}
        >
          <span>{month}</span>
          {fold && <span className={styles.share}>{figure}</span>}
        </button>
      )}
      {!fold && (
        <Link to={to} tabIndex={-1} title={name}>
          <VisuallyHidden>{name}</VisuallyHidden>
          <span className={styles.month} aria-hidden="true">
            {isRunning ? words.now : ''}
          </span>
          <b aria-hidden="true">{dayOfMonth}</b>
          <span className={styles.share} aria-hidden="true">
            {figure}
          </span>
        </Link>
      )}
    </span>
  )
})
