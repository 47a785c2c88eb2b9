import { IconFlag, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import type { MarkFlag, SheetChecks, SheetMark } from '#contract/attendance-sheet.ts'
import type { CourseSheetPerson, RegisterWorking } from '#contract/course-sessions.ts'
import { type CourseTexts, courseTexts } from '#contract/course-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { Button, VisuallyHidden } from '../../ui/index.ts'
import { type Called, RollMark } from '../courses/roll-row.tsx'
import { sayCell } from '../courses/say-cell.ts'
import { WayBadge } from '../way-badge/way-badge.tsx'
import styles from './attendance-sheet.module.css'
import { sheetTexts } from './sheet-texts.ts'

type RowMark = Pick<SheetMark, 'markedAt' | 'way'> & Partial<SheetMark>

export type SheetRowProps = {
  name: string
  /** Where more of the person stands. */
  to?: string
  rollNumber: string
  status: Called
  /** The status in words. */
  says: string
  isGuest?: boolean
  isDisputed?: boolean | undefined
  mark: RowMark | null
  flags?: readonly MarkFlag[]
  /** The numbers in the course. */
  soFar?: RegisterWorking | undefined
  /** What else is to be said of the person. */
  notes?: readonly string[]
  /** To be marked by hand; undefined where that is not possible. */
  isChosen?: boolean | undefined
  onChoose?: () => void
  act?: { readonly label: string; readonly name: string; readonly onPress: () => void } | false
  /** The decision about this person, and whether it is open. */
  decision?: { readonly isOpen: boolean; readonly dialog: ReactNode }
}

/** The letters of a class. A mark that is withdrawn counts as absence. */
export const statuses = { present: 'present', absent: 'absent', withdrawn: 'absent', running: null } as const

/** What nearly all marks have in common says nothing about one of them. */
export const flagsOf = (mark: SheetMark | null, roomFlags: SheetChecks['roomFlags'] = []): readonly MarkFlag[] =>
  (mark?.flags ?? []).filter((flag) => !roomFlags.some((common) => common.flag === flag))

/** Who a person of a course is, and what holds in the cell. */
export function rowOf({ given, family, rollNumber, cell }: CourseSheetPerson, words: CourseTexts) {
  const { mark, isGuest, isAfterClosing } = cell
  const status = isAfterClosing ? null : cell.status
  return { name: joinNames(given, family), rollNumber, mark, isGuest, status, says: sayCell(cell, words) }
}

/** One person: what holds, how that was proved, and what can be done. */
export function SheetRow({ status, says, isGuest, isChosen, onChoose, soFar, act, decision, ...row }: SheetRowProps) {
  const { guest } = useTextsOf(courseTexts)
  return (
    <li className={styles.row} data-deciding={decision?.isOpen}>
      {isChosen === undefined ? (
        <Person {...row} />
      ) : (
        <label className={styles.choosable}>
          <input type="checkbox" className={styles.checkbox} checked={isChosen} onChange={onChoose} />
          <Person {...row} />
        </label>
      )}
      <div className={styles.presence}>
        <RollMark status={status} />
        <span>{says}</span>
        {isGuest && <span className={styles.chip}>{guest}</span>}
      </div>
      {row.mark && <Time at={row.mark.markedAt} />}
      <HowMarked {...row} />
      {soFar && <SoFar working={soFar} />}
      {act && (
        <Button
          kind="quiet"
          className={styles.action}
          aria-label={act.name}
          aria-expanded={decision?.isOpen}
          onClick={act.onPress}
        >
          {decision?.isOpen ? <IconX size={18} stroke={1.9} aria-hidden="true" /> : act.label}
        </Button>
      )}
      {decision?.dialog}
    </li>
  )
}

function Person({ name, to, rollNumber }: Pick<SheetRowProps, 'name' | 'to' | 'rollNumber'>) {
  return (
    <span className={styles.person}>
      <span className={styles.name} lang={nameLanguage(name)}>
        {to === undefined ? name : <Link to={to}>{name}</Link>}
      </span>{' '}
      <span className={styles.code}>{rollNumber}</span>
    </span>
  )
}

function Time({ at }: { at: number }) {
  const { time } = useFormat()
  return <span className={styles.time}>{time(at)}</span>
}

function SoFar({ working: { points, counted, percentage, isBelow } }: { working: RegisterWorking }) {
  const { today, register } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const of = percentage === null ? register.none : today.hereOf(number(points / 100), number(counted))
  return (
    <span className={styles.soFar} data-below={isBelow} title={of}>
      <VisuallyHidden>{of}</VisuallyHidden> <span>{percentage ?? '–'}</span>
    </span>
  )
}

/** The titles of the columns, as on paper; a phone has no columns. */
export function SheetHeads({ hasSoFar = false }: { hasSoFar?: boolean }) {
  const { columns } = useTextsOf(reportsTexts)
  const { soFar } = useTextsOf(sheetTexts)
  return (
    <div className={styles.heads} aria-hidden="true">
      <span className={styles.person}>
        <span className={styles.name}>{columns.name}</span>
        <span className={styles.code}>{columns.rollNumber}</span>
      </span>
      <span className={styles.presence}>{columns.presence}</span>
      <span className={styles.time}>{columns.marked}</span>
      <span className={styles.how}>{columns.method}</span>
      {hasSoFar && <span className={styles.soFar}>{soFar}</span>}
    </div>
  )
}

/** The way, and in words what deserves a look. */
function HowMarked({
  mark,
  isDisputed,
  flags = [],
  notes = [],
}: Pick<SheetRowProps, 'mark' | 'isDisputed' | 'flags' | 'notes'>) {
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(sheetTexts)
  const { by } = useTextsOf(actingTexts)
  const sayPerson = useSayPerson()
  if (!mark && !isDisputed && notes.length === 0) return null
  return (
    <div className={styles.how}>
      {mark && <WayBadge way={mark.way}>{words.ways[mark.way]}</WayBadge>}
      {isDisputed && <Flag>{reports.flagged}</Flag>}
      {flags.map((flag) => (
        <Flag key={flag}>{words.flags[flag]}</Flag>
      ))}
      {mark && (
        <>
          {mark.isSigned === false && <Note>{words.unsigned}</Note>}
          {mark.by && <Note>{by(sayPerson(mark.by))}</Note>}
          {mark.reason && <Note>{`“${mark.reason}”`}</Note>}
        </>
      )}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </div>
  )
}

/** What deserves a look. */
function Flag({ children }: { children: string }) {
  return (
    <span className={styles.flag}>
      <IconFlag size={16} stroke={1.9} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

/** What explains a row. */
function Note({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>
}
