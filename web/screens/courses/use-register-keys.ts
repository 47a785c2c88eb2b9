import { type KeyboardEvent, useRef, useState } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { useActs } from '../../kit/use-act.ts'

/** A cell: of a person and a session, by their places. */
export type Place = { readonly row: number; readonly column: number }

/** A decision that can be taken back by what stood before it. */
type Done = { readonly place: Place; readonly before: CellStatus }

const statuses: ReadonlyMap<string, CellStatus> = new Map(
  Object.entries(cellLetters).map(([status, letter]) => [letter, status as CellStatus]),
)

/** What stands in a cell; a cell without a word of a teacher or a check-in is absent. */
export function statusAt({ letters }: Pick<RegisterPerson, 'letters'>, column: number): CellStatus {
  return statuses.get(letters[column] ?? '') ?? 'absent'
}

export type RegisterKeys = {
  readonly place: Place
  readonly goTo: (place: Place) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Of the letters that follow; it is asked for once. */
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly needsReason: boolean
  readonly opened: Place | undefined
  readonly isOpen: boolean
  readonly close: () => void
}

/** The keyboard of a register, as in a spreadsheet: the newest session has the focus. */
export function useRegisterKeys(
  register: CourseRegister,
  mayRule: boolean,
  onMove: (place: Place) => void,
): RegisterKeys {
  const { people, sessions } = register
  const acts = useActs()
  const [wanted, setPlace] = useState<Place>({ row: 0, column: sessions.length - 1 })
  const [reason, setReason] = useState('')
  const [needsReason, setNeedsReason] = useState(false)
  const [opened, setOpened] = useState<Place>()
  const [isOpen, setOpen] = useState(false)
  const done = useRef<Done[]>([])
  // People and sessions may come and go while the register is open.
  const place = {
    row: Math.min(wanted.row, people.length - 1),
    column: Math.min(wanted.column, sessions.length - 1),
  }

  function goTo(next: Place): void {
    const kept = {
      row: Math.max(0, Math.min(next.row, people.length - 1)),
      column: Math.max(0, Math.min(next.column, sessions.length - 1)),
    }
    setPlace(kept)
    onMove(kept)
  }

  async function rule(at: Place, status: CellStatus, isUndo = false): Promise<void> {
    const [person, session] = [people[at.row], sessions[at.column]]
    if (!person || !session) return
    if (reason.trim() === '') {
      setNeedsReason(true)
      return
    }
    const before = statusAt(person, at.column)
    const after = register.rulings.find(([row, column]) => row === at.row && column === at.column)?.[2] ?? 0
    const cell = { sessionId: session.id, personId: person.personId }
    const act = 'POST /course-sessions/:sessionId/people/:personId/rulings'
    const isDone = await acts.run(act, cell, { status, reason: reason.trim(), after })
    if (isDone && !isUndo) done.current.push({ place: at, before })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') {
      const last = done.current.pop()
      if (last) void rule(last.place, last.before, true)
      event.preventDefault()
      return
    }
    if (altKey || ctrlKey || metaKey) return
    const next = moved(place, key, people.length)
    const status = statuses.get(key.toUpperCase())
    if (next) goTo(next)
    else if (key === 'Enter') {
      setOpened(place)
      setOpen(true)
    } else if (status !== undefined && mayRule) {
      void rule(place, status)
    } else return
    event.preventDefault()
  }

  return {
    ...{ place, goTo, onKeyDown, reason, needsReason, opened, isOpen: isOpen && mayRule },
    setReason: (text) => {
      setReason(text)
      setNeedsReason(false)
    },
    close: () => setOpen(false),
  }
}

const page = 10

/** Where a key leads; undefined for one that leads nowhere. */
function moved({ row, column }: Place, key: string, rows: number): Place | undefined {
  const places: Readonly<Record<string, Place>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: Number.MAX_SAFE_INTEGER },
    PageUp: { row: row - page, column },
    PageDown: { row: Math.min(row + page, rows - 1), column },
  }
  return Object.hasOwn(places, key) ? places[key] : undefined
}
