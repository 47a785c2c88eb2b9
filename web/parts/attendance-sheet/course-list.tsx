import { IconFlag } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import { cellStatuses, isAttended } from '#contract/course-cells.ts'
import type { CheckedPerson, CheckedSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useFormat } from '../../language/format.ts'
import { isFound } from '../../language/is-found.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { EmptyState, Hint, TableFrame } from '../../ui/index.ts'
import { RollMark } from '../courses/roll-row.tsx'
import { useRuling } from '../rulings/use-ruling.tsx'
import styles from './attendance-sheet.module.css'
import { ByHandButton, isAmong, toggle } from './by-hand-button.tsx'
import type { Chosen } from './by-hand-modal.tsx'
import { SheetList } from './sheet-list.tsx'
import { flagsOf, rowOf, SheetHeads, SheetRow } from './sheet-row.tsx'
import { sheetTexts } from './sheet-texts.ts'

const shows = ['all', ...cellStatuses, 'open', 'look'] as const
type Filter = (typeof shows)[number]
type CourseListProps = { sheet: CheckedSheet; isOver: boolean }

/** The people of a session of a course. */
export function CourseList({ sheet, isOver }: CourseListProps) {
  const words = useTextsOf(courseTexts)
  const reports = useTextsOf(reportTexts)
  const { number } = useFormat()
  const { address, search, change } = useListAddress()
  const filter = shows.find((one) => one === address.get('show')) ?? 'all'
  const tools = useRef<HTMLDivElement>(null)
  const { people, roomFlags } = sheet
  const labels: Readonly<Record<Filter, string>> = {
    all: words.session.all,
    ...words.statuses,
    open: words.open,
    look: words.session.look,
  }
  function isIn(wanted: Filter, { cell }: CheckedPerson): boolean {
    if (wanted === 'all') return true
    if (wanted === 'look') return cell.isDisputed === true || flagsOf(cell.mark, roomFlags).length > 0
    return cell.status === (wanted === 'open' ? null : wanted)
  }
  const filters = shows
    .map((value) => ({ value, count: people.filter((person) => isIn(value, person)).length }))
    .filter(({ value, count }) => count > 0 || value === 'all' || value === filter)
    .map(({ value, count }) => ({ value, icon: signOf(value), label: labels[value], count: number(count) }))
  const shown = people.filter(
    (person) =>
      isIn(filter, person) && isFound(`${joinNames(person.given, person.family)} ${person.rollNumber}`, search),
  )
  if (people.length === 0) return <Hint>{words.session.none}</Hint>
  return (
    <SheetList
      tools={tools}
      filters={filters}
      filter={filter}
      onFilter={(one) => change({ show: one === 'all' ? null : one })}
    >
      <TableFrame>
        {shown.length === 0 && (
          <div className={styles.empty}>
            <EmptyState title={reports.noMatch}>{reports.noMatchHint}</EmptyState>
          </div>
        )}
        <Rows sheet={sheet} people={shown} isOver={isOver} tools={tools} />
      </TableFrame>
    </SheetList>
  )
}

function signOf(filter: Filter) {
  if (filter === 'all') return undefined
  if (filter === 'look') return <IconFlag size={18} stroke={1.9} aria-hidden="true" />
  return <RollMark status={filter === 'open' ? null : filter} />
}

type RowsProps = CourseListProps & { people: readonly CheckedPerson[]; tools: RefObject<HTMLDivElement | null> }

/** While it runs those who are not here come first, and then the newest; once it is over all by roll number. */
function Rows({ sheet, people, isOver, tools }: RowsProps) {
  const words = useTextsOf(courseTexts)
  const ofSheet = useTextsOf(sheetTexts)
  const { by } = useTextsOf(actingTexts)
  const reports = useTextsOf(reportsTexts)
  const { number, dateTime } = useFormat()
  const sayPerson = useSayPerson()
  const ruling = useRuling(people)
  const mayRule = useMay('cells')
  const mayMark = !useReadsOnly()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const { id, course, number: place, startedAt } = sheet.session
  const title = `${words.session.title(course.code, number(place))}, ${dateTime(startedAt)}`
  const newest = ({ cell }: CheckedPerson) => -(cell.mark?.markedAt ?? 0)
  const { open, here, away } = words.session.parts
  const isOpen = ({ cell }: CheckedPerson) => cell.status === null
  function chooseNone() {
    setChosen([])
    // The button goes with them.
    tools.current?.querySelector('button')?.focus()
  }
  const isHere = ({ cell }: CheckedPerson) => isAttended(cell.status)
  // While a question about them is open, they keep their line.
  const isAsking = chosen.length > 0
  const parts =
    isOver && !isAsking
      ? [{ heading: undefined, rows: people }]
      : [
          { heading: open, rows: people.filter(isOpen) },
          { heading: here, rows: people.filter(isHere).toSorted((one, other) => newest(one) - newest(other)) },
          { heading: away, rows: people.filter((person) => !isOpen(person) && !isHere(person)) },
        ]
  return (
    <>
      {people.length > 0 && <SheetHeads hasSoFar={people.some(({ soFar }) => soFar)} />}
      {parts
        .filter(({ heading, rows }) => rows.length > 0 || (heading === open && isAsking))
        .map(({ heading, rows }) => (
          <div key={heading?.('') ?? ''}>
            {heading && (
              <div className={styles.part}>
                <h2>{heading(number(rows.length))}</h2>
                {heading === open && isAsking && (
                  <ByHandButton sessionId={id} chosen={chosen} onDone={chooseNone}>
                    {ofSheet.byHand.actionOf(number(chosen.length))}
                  </ByHandButton>
                )}
              </div>
            )}
            <ul className={styles.rows}>
              {rows.map((person) => {
                const { personId, studentId, rollNumber, cell } = person
                const { ruling: ruled } = cell
                const name = joinNames(person.given, person.family)
                const asked = { status: cell.status ?? (isOver ? 'absent' : 'present'), isCourse: true } as const
                return (
                  <SheetRow
                    key={personId}
                    {...rowOf(person, words)}
                    soFar={person.soFar}
                    isDisputed={cell.isDisputed}
                    {...(heading === open &&
                      studentId !== null &&
                      mayMark && {
                        isChosen: isAmong(chosen, studentId),
                        onChoose: () => setChosen(toggle(chosen, { studentId, name })),
                      })}
                    flags={flagsOf(cell.mark, sheet.roomFlags)}
                    notes={[
                      ...(ruled?.reason ? [`“${sayReason(ruled.reason, reports.preparedReasons)}”`] : []),
                      ...(ruled?.by?.role === 'day-pass' ? [by(sayPerson(ruled.by))] : []),
                    ]}
                    act={
                      mayRule && {
                        label: words.session.change,
                        name: words.session.changeNamed(name),
                        onPress: () =>
                          ruling.decide({ sessionId: id, personId, name, rollNumber, session: title, ...asked }),
                      }
                    }
                    decision={ruling.at(person)}
                  />
                )
              })}
            </ul>
          </div>
        ))}
      {ruling.dialog}
    </>
  )
}
