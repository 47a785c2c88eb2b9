import { type CSSProperties, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParams } from 'react-router'
import type { CourseRegister as Register, RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { joinNames } from '#contract/text-fields.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { PeopleCount } from '../../parts/courses/people-count.tsx'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, Button, EmptyState, PageHeading } from '../../ui/index.ts'
import styles from './course-register.module.css'
import { PrintedRegister } from './printed-register.tsx'
import { RegisterReason } from './register-reason.tsx'
import { cellWidth, rowHeight, useDrawnCells } from './use-drawn-cells.ts'
import { useReadAfter } from './use-read-after.ts'
import { type OpenedCell, type Place, useRegisterKeys } from './use-register-keys.ts'

/** /admin/dashboard/{userId}/courses/{courseId}/register: people and sessions of a course, cell by cell. */
export function CourseRegister() {
  const { courseId = '' } = useParams()
  const register = useRead('GET /groups/:groupId/register', { groupId: courseId })
  useReadAfter(register.data?.sessions.find(({ isOver }) => !isOver)?.endsAt, register)
  return <Read of={register}>{(answer) => <Content register={answer} />}</Read>
}

function Content({ register }: { register: Register }) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const { course, sessions, people } = register
  return (
    <>
      <BackLink to={paths.course($id, course.id)}>{course.code}</BackLink>
      <div className={styles.head}>
        <PageHeading>{course.title}</PageHeading>
        {sessions.length > 0 && people.length > 0 ? (
          <ExportButtons path={reportPaths.exports.courseRegister(course.id)} query={{}}>
            <PrintButton />
          </ExportButtons>
        ) : (
          <PrintButton />
        )}
      </div>
      {sessions.length === 0 || people.length === 0 ? (
        <EmptyState title={words.register.empty} />
      ) : (
        <>
          <PeopleCount enrolled={register.enrolled} />
          <Grid register={register} />
          <Paper register={register} />
        </>
      )}
    </>
  )
}

function PrintButton() {
  const words = useTextsOf('course', courseTexts)
  return <Button onClick={() => print()}>{words.register.print}</Button>
}

/** Drawn for the printer alone: a large register has more cells than a screen needs. */
function Paper({ register }: { register: Register }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when these end.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <PrintedRegister register={register} /> : null
}

function Grid({ register }: { register: Register }) {
  const { register: words, session: ofSession } = useTextsOf('course', courseTexts)
  const { number, dateTime } = useFormat()
  const mayRule = useMay('cells')
  const { sessions, people } = register
  const { scroller, rows, columns, widths } = useDrawnCells(people.length, sessions.length)
  const ruling = useRuling()
  function open({ place, ...asked }: OpenedCell): void {
    const [person, session] = [people[place.row], sessions[place.column]]
    if (!person || !session) return
    ruling.decide({
      sessionId: session.id,
      personId: person.personId,
      name: joinNames(person.given, person.family),
      rollNumber: person.rollNumber,
      session: `${ofSession.title(register.course.code, number(session.number))}, ${dateTime(session.startedAt)}`,
      isCourse: true,
      ...asked,
    })
  }
  function scrollTo(place: Place): void {
    rows.scrollToIndex(place.row)
    columns.scrollToIndex(place.column)
  }
  const keys = useRegisterKeys(register, mayRule, scrollTo, open)
  const shown = columns.getVirtualItems()
  const { place } = keys
  return (
    <>
      {mayRule && <p className={styles.hint}>{words.hint}</p>}
      {mayRule && <RegisterReason keys={keys} />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={words.caption}
        aria-rowcount={people.length + 1}
        aria-colcount={sessions.length + 2}
        aria-activedescendant={cellId(place)}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        <div
          className={styles.table}
          style={
            {
              '--person': `${widths.person}px`,
              '--total': `${widths.total}px`,
              '--columns': sessions.length,
              height: rows.getTotalSize(),
            } as CSSProperties
          }
        >
          <Heads register={register} columns={shown.map(({ index }) => index)} />
          {rows.getVirtualItems().map(({ index }) => {
            const person = people[index]
            return (
              person && (
                <Row
                  key={person.personId}
                  person={person}
                  row={index}
                  register={register}
                  columns={shown.map((column) => column.index)}
                  place={place}
                  onPress={(column) => keys.goTo({ row: index, column })}
                />
              )
            )
          })}
        </div>
      </div>
      {ruling.dialog}
    </>
  )
}

type HeadsProps = { register: Register; columns: readonly number[] }

/** The sessions by number and day. */
function Heads({ register: { sessions }, columns }: HeadsProps) {
  const words = useTextsOf('course', courseTexts).register
  const { shortDay, number } = useFormat()
  return (
    <div role="row" aria-rowindex={1} className={styles.heads}>
      <span role="columnheader" aria-colindex={1} className={styles.person}>
        {words.person}
      </span>
      {columns.map((column) => {
        const session = sessions[column]
        return (
          session && (
            <span
              key={session.id}
              role="columnheader"
              aria-colindex={column + 2}
              className={styles.session}
              data-counts={session.counts}
              style={{ insetInlineStart: `calc(var(--person) + ${column * cellWidth}px)` }}
            >
              <b>{number(session.number)}</b>
              <span>{shortDay(session.startedAt)}</span>
            </span>
          )
        )
      })}
      <span role="columnheader" aria-colindex={sessions.length + 2} className={styles.total}>
        {words.percentage}
      </span>
    </div>
  )
}

const cellId = ({ row, column }: Place) => `cell-${row}-${column}`

type RowProps = {
  person: RegisterPerson
  row: number
  register: Register
  columns: readonly number[]
  place: Place
  onPress: (column: number) => void
}

function Row({ person, row, register, columns, place, onPress }: RowProps) {
  const words = useTextsOf('course', courseTexts).register
  const { number } = useFormat()
  const name = joinNames(person.given, person.family)
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ insetBlockStart: (row + 1) * rowHeight }}>
      <span role="rowheader" aria-colindex={1} className={styles.person} title={name}>
        <span lang={nameLanguage(name)}>{name}</span>
        <span className={styles.number}>{person.rollNumber}</span>
      </span>
      {columns.map((column) => {
        const letter = (person.letters[column] ?? '-') as keyof typeof words.letters
        const session = register.sessions[column]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of all its cells
          <span
            key={column}
            id={cellId({ row, column })}
            role="gridcell"
            aria-colindex={column + 2}
            aria-label={words.setting(name, number(session?.number ?? 0), words.letters[letter])}
            aria-selected={place.row === row && place.column === column}
            className={styles.cell}
            data-letter={letter}
            style={{ insetInlineStart: `calc(var(--person) + ${column * cellWidth}px)` }}
            onClick={() => onPress(column)}
          >
            {letter === '-' ? '·' : letter}
          </span>
        )
      })}
      <Working person={person} column={register.sessions.length + 2} />
    </div>
  )
}

/** The percentage, and what it is made of. */
function Working({ person: { working }, column }: { person: RegisterPerson; column: number }) {
  const words = useTextsOf('course', courseTexts).register
  const { number } = useFormat()
  const { percentage, points, counted, isBelow, mayMiss, mustAttend } = working
  const outlook = isBelow
    ? mustAttend === null
      ? words.outOfReach
      : words.mustAttend(number(mustAttend))
    : words.mayMiss(number(mayMiss))
  return (
    <span role="gridcell" aria-colindex={column} className={styles.total} data-below={isBelow}>
      {percentage === null ? (
        <span className={styles.number}>{words.none}</span>
      ) : (
        <>
          <b>{percentage}</b>
          <span className={styles.number} title={outlook}>
            {words.working(number(points / 100), number(counted))}
          </span>
        </>
      )}
    </span>
  )
}
