import { type KeyboardEvent, useRef, useState } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { cutToReason } from '#contract/text-fields.ts'
import { useActs } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ifRuledMeanwhile } from '../../parts/rulings/if-ruled-meanwhile.ts'

/** A cell: of a person and a session, by their places. */
export type Place = { readonly row: number; readonly column: number }

/** A decision that can be taken back by what stood before it. */
type Done = { readonly place: Place; readonly before: CellStatus; readonly reason: string }

/** A cell to be decided about. `seen`: of a decision that came second, the last ruling that its person had seen. */
export type OpenedCell = { readonly place: Place; readonly status: CellStatus; readonly seen?: number }

const statuses: ReadonlyMap<string, CellStatus> = new Map(
  Object.entries(cellLetters).map(([status, letter]) => [letter, status as CellStatus]),
)

/** What stands in a cell; a cell without a word of a teacher or a check-in is absent. */
function statusAt({ letters }: Pick<RegisterPerson, 'letters'>, column: number): CellStatus {
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
}

/** The keyboard of a register, as in a spreadsheet: the newest session has the focus. */
export function useRegisterKeys(
  register: CourseRegister,
  mayRule: boolean,
  onMove: (place: Place) => void,
  onOpen: (cell: OpenedCell) => void,
): RegisterKeys {
  const { people, sessions } = register
  const acts = useActs()
  const words = useTextsOf('course', courseTexts).session
  const [wanted, setPlace] = useState<Place>({ row: 0, column: sessions.length - 1 })
  const [reason, setReason] = useState('')
  const [needsReason, setNeedsReason] = useState(false)
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

  /** True once it is saved. */
  async function rule(at: Place, status: CellStatus, why: string): Promise<boolean> {
    const [person, session] = [people[at.row], sessions[at.column]]
    if (!person || !session) return false
    const after = register.rulings.find(([row, column]) => row === at.row && column === at.column)?.[2] ?? 0
    const cell = { sessionId: session.id, personId: person.personId }
    const act = 'POST /sessions/:sessionId/people/:personId/rulings'
    const refused = ifRuledMeanwhile(() => onOpen({ place: at, status, seen: after }))
    return (await acts.run(act, cell, { status, reason: why, after }, { refused })) !== undefined
  }

  async function type(at: Place, status: CellStatus): Promise<void> {
    const person = people[at.row]
    const why = reason.trim()
    if (why === '') setNeedsReason(true)
    else if (person) {
      const before = statusAt(person, at.column)
      if (await rule(at, status, why)) done.current.push({ place: at, before, reason: why })
    }
  }

  /** One that was refused can be asked for again. */
  async function undo(): Promise<void> {
    const last = done.current.pop()
    if (!last) return
    const isDone = await rule(last.place, last.before, cutToReason(words.takenBack(last.reason)))
    if (!isDone) done.current.push(last)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') {
      void undo()
      event.preventDefault()
      return
    }
    if (altKey || ctrlKey || metaKey) return
    const next = moved(place, key, people.length)
    const status = statuses.get(key.toUpperCase())
    if (next) goTo(next)
    else if (key === 'Enter') {
      const person = people[place.row]
      if (person && mayRule) onOpen({ place, status: statusAt(person, place.column) })
    } else if (status !== undefined && mayRule) {
      void type(place, status)
    } else return
    event.preventDefault()
  }

  return {
    ...{ place, goTo, onKeyDown, reason, needsReason },
    setReason: (text) => {
      setReason(text)
      setNeedsReason(false)
    },
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
