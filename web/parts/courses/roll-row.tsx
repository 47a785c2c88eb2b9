import { memo } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './roll.module.css'

/** Null: not called yet. */
export type Called = CellStatus | null

type RollRowProps = {
  id: string
  rollNumber: string
  name: string
  status: Called
  /** What a mark or a decision says of the person; null where there is neither. */
  stands: Called
  /** The one row that Tab reaches; arrows lead on. */
  isCurrent: boolean
  onSay: (id: string, status: CellStatus) => void
}

/** What a tap makes of a status: away, and again what it was. */
function tapped(status: Called, stands: Called): CellStatus {
  const home = stands ?? 'present'
  if (status !== null && status !== home) return home
  return status === 'absent' ? 'present' : 'absent'
}

/** A person of the roll. Drawn again by itself alone: a course has hundreds of them. */
export const RollRow = memo(function RollRow({ id, rollNumber, name, status, stands, isCurrent, onSay }: RollRowProps) {
  const words = useTextsOf(courseTexts)
  const said = status === null ? words.roll.notCalled : words.statuses[status]
  const was = stands === null || stands === status ? undefined : words.session.standsNow(words.statuses[stands])
  const say = (wanted: CellStatus) => onSay(id, status === wanted ? (stands ?? 'present') : wanted)
  return (
    <li className={styles.row} data-status={status ?? 'open'}>
      <button
        type="button"
        className={styles.person}
        data-person={id}
        tabIndex={isCurrent ? 0 : -1}
        // It begins with all that is seen.
        aria-label={words.session.nextOf([rollNumber, name, was].filter(Boolean).join(' '), said)}
        aria-keyshortcuts="L X"
        onClick={() => onSay(id, tapped(status, stands))}
        onKeyDown={({ key, altKey, ctrlKey, metaKey }) => {
          const wanted = beside.find((one) => cellLetters[one] === key.toUpperCase())
          if (wanted !== undefined && !altKey && !ctrlKey && !metaKey) say(wanted)
        }}
      >
        <RollMark status={status} />
        <span className={styles.number}>{rollNumber}</span>{' '}
        <span className={styles.name}>
          <b lang={nameLanguage(name)}>{name}</b> {was !== undefined && <span className={styles.stands}>{was}</span>}
        </span>
      </button>
      {status === 'absent' &&
        beside.map((wanted) => (
          <button
            key={wanted}
            type="button"
            className={styles.beside}
            tabIndex={-1}
            aria-label={words.session.nextOf(words.roll.say[wanted], name)}
            onClick={({ currentTarget }) => {
              // It goes away with the press: the keyboard stays in its row.
              currentTarget.parentElement?.querySelector('button')?.focus({ preventScroll: true })
              say(wanted)
            }}
          >
            {cellLetters[wanted]}
          </button>
        ))}
    </li>
  )
})

const beside = ['late', 'excused'] as const

/** The letter of a status in its shape; an open ring for who is not called yet. */
export function RollMark({ status }: { status: Called }) {
  return (
    <span
      className={styles.mark}
      data-status={status ?? 'open'}
      data-letter={status === null ? '' : cellLetters[status]}
      aria-hidden="true"
    />
  )
}
