import { type MouseEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { statusesIn, statusOfLetter } from '#contract/register-numbers.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useReadOf } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useRuling } from '../../parts/rulings/use-ruling.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Dialog } from '../../ui/index.ts'
import { sheetOf } from './register-heads.tsx'
import type { RegisterColumn } from './use-register-columns.ts'
import { type Place, useRegisterKeys } from './use-register-keys.ts'
import { useRegisterRulings } from './use-register-rulings.ts'

const loadPopover = async () => (await import('./cell-popover.tsx')).CellPopover

type CellAtHand = {
  readonly register: CourseRegister
  /** Those in sight. */
  readonly people: readonly RegisterPerson[]
  readonly columns: readonly RegisterColumn[]
  readonly grid: RefObject<HTMLElement | null>
  /** Stands where the cell at hand is. */
  readonly hand: RefObject<HTMLElement | null>
  readonly onMove: (place: Place) => void
  /** Folds or opens the month of the session with this number. */
  readonly onTurn?: (session: number) => void
}

/** What keys and presses do in a register: they move, decide, ask why at the cell, take back. */
export function useCellAtHand({ register, people, columns, grid, hand, onMove, onTurn }: CellAtHand) {
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const { course, sessions } = register
  const mayRule = useMay(course ? 'cells' : 'teaching')
  const [opened, setOpened] = useState<{ readonly status: CellStatus | undefined } | undefined>()
  const [reason, setReason] = useState('')
  const { rulings, showHistory, dialog } = useDecisions(register, () => setOpened(undefined))
  const keys = useRegisterKeys(people, sessions, columns, {
    onMove,
    onOpen({ row, column: at }) {
      const pressed = sessions[at]
      if (pressed && columns[at]?.fold) onTurn?.(pressed.number)
      else if (row < 0 && pressed) void navigate(sheetOf($id, register, pressed))
      // What is typed while the question loads leaves the letter that asked for it.
      else if (mayRule) setOpened((asked) => asked ?? { status: undefined })
    },
    onLetter(status) {
      // In a class what stands already is no decision.
      const isNone = !course && statusOfLetter(person?.letters[place.column]) === status
      if (!mayRule || opened || isNone || column?.fold || !statusesIn(register).includes(status)) return
      if (reason.trim() === '' || column?.lockedSince !== undefined) setOpened({ status })
      else if (cell) void rulings.decide(cell, status, reason.trim())
    },
    onUndo: () => void rulings.undo(),
  })
  const { place } = keys
  const [person, session, column] = [people[place.row], sessions[place.column], columns[place.column]]
  const cell = person && session && { personId: person.personId, sessionId: session.id }

  function onClick({ target }: MouseEvent): void {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"][data-column]') : null
    const row = pressed?.closest<HTMLElement>('[data-row]')?.dataset.row
    if (!pressed || row === undefined) return
    const at = Number(pressed.dataset.column)
    keys.goTo({ row: Number(row), column: at })
    if (columns[at]?.fold) onTurn?.(sessions[at]?.number ?? 0)
    else if (mayRule) setOpened({ status: undefined })
  }

  /** The letters on their way into a row. One that was typed shows while its question still loads. */
  function waitingIn(personId: string): string {
    const waiting = rulings.waitingIn(personId)
    if (!opened?.status || cell?.personId !== personId || column?.lockedSince !== undefined) return waiting
    return `${waiting && `${waiting}\n`}${cell.sessionId} ${cellLetters[opened.status]}`
  }

  return {
    ...{ place, onClick, onKeyDown: keys.onKeyDown, isOpen: opened !== undefined, waitingIn },
    dialogs: (
      <>
        {person && session && column && !column.fold && cell && mayRule && (
          <Dialog
            of={{ isOpen: opened !== undefined, close: () => setOpened(undefined) }}
            load={loadPopover}
            place="own"
            props={{
              open: opened !== undefined,
              ...{ anchor: hand, grid, register, person, column, at: place.column, begins: opened?.status },
              ...{ reason, onReason: setReason, onHistory: () => showHistory(person, session, {}) },
              onDecide(status, why) {
                // The next key is the register's, though the question is still closing.
                grid.current?.focus({ preventScroll: true })
                setOpened(undefined)
                void rulings.decide(cell, status, why)
              },
            }}
          />
        )}
        {dialog}
      </>
    ),
  }
}

/** Rulings on cells, and the whole history of one, which closes the question. */
function useDecisions(register: CourseRegister, onHistory: () => void) {
  const { session: ofSession } = useTextsOf(courseTexts)
  const reports = useTextsOf(reportsTexts)
  const { number, dateTime } = useFormat()
  const { $id } = useInstitute()
  const ruling = useRuling()
  const { course, people, sessions } = register
  const { queryKey } = useReadOf('GET /groups/:groupId/register', { groupId: course?.id ?? $id })

  function showHistory(
    { personId, given, family, rollNumber }: RegisterPerson,
    session: CourseRegister['sessions'][number],
    asked: { readonly status?: CellStatus; readonly seen?: number },
  ): void {
    onHistory()
    const place = number(session.number)
    const title = course ? ofSession.title(course.code, place) : reports.session(place)
    ruling.decide({
      ...{ sessionId: session.id, personId, name: joinNames(given, family), rollNumber },
      ...{ session: `${title}, ${dateTime(session.startedAt)}`, isCourse: course !== undefined },
      ...asked,
    })
  }

  const rulings = useRegisterRulings(register, queryKey, ({ personId, sessionId, ...asked }) => {
    const person = people.find((one) => one.personId === personId)
    const session = sessions.find(({ id }) => id === sessionId)
    if (person && session) showHistory(person, session, asked)
  })
  return { rulings, showHistory, dialog: ruling.dialog }
}
