import { type KeyboardEvent, useMemo, useState } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import type { RegisterPerson, RegisterSession } from '#contract/course-sessions.ts'
import type { RegisterColumn } from './use-register-columns.ts'

/** The place of a cell; the row -1 is that of the heads. */
export type Place = { readonly row: number; readonly column: number }

const statuses: ReadonlyMap<string, CellStatus> = new Map(
  Object.entries(cellLetters).map(([status, letter]) => [letter, status as CellStatus]),
)

/** The status that a key says. */
export const statusOfKey = (key: string): CellStatus | undefined => statuses.get(key.toUpperCase())

type Doing = {
  readonly onMove: (place: Place) => void
  /** Enter on a cell or a head. */
  readonly onOpen: (place: Place) => void
  readonly onLetter: (status: CellStatus) => void
  readonly onUndo: () => void
}

/** The cell at hand and the keyboard of a register, as in a spreadsheet. It begins on the newest session. */
export function useRegisterKeys(
  people: readonly RegisterPerson[],
  sessions: readonly RegisterSession[],
  shown: readonly RegisterColumn[],
  { onMove, onOpen, onLetter, onUndo }: Doing,
) {
  const rows = useMemo(() => new Map(people.map(({ personId }, row) => [personId, row])), [people])
  const columns = useMemo(() => new Map(sessions.map(({ id }, column) => [id, column])), [sessions])
  // Kept by their ids: people and sessions come and go while the register is open.
  const [wanted, setWanted] = useState<Place & { readonly personId?: string; readonly sessionId?: string }>({
    row: 0,
    column: sessions.length - 1,
  })
  // A cell in a month that was folded becomes the month's own.
  const stands = shown.flatMap(({ fold }, column) => (fold === 'hidden' ? [] : [column]))
  const column = columns.get(wanted.sessionId ?? '') ?? Math.min(wanted.column, sessions.length - 1)
  const place: Place = {
    row: rows.get(wanted.personId ?? '') ?? Math.min(wanted.row, people.length - 1),
    column: stands.findLast((one) => one <= column) ?? 0,
  }

  function goTo(next: Place): void {
    const row = Math.max(-1, Math.min(next.row, people.length - 1))
    const column = Math.max(0, Math.min(next.column, sessions.length - 1))
    const [person, session] = [people[row], sessions[column]]
    setWanted({
      ...{ row, column },
      ...(person && { personId: person.personId }),
      ...(session && { sessionId: session.id }),
    })
    onMove({ row, column })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    const isUndo = (ctrlKey || metaKey) && key.toLowerCase() === 'z'
    if (!isUndo && (altKey || ctrlKey || metaKey)) return
    const next = moved({ row: place.row, column: stands.indexOf(place.column) }, key, people.length)
    const status = statusOfKey(key)
    if (isUndo) onUndo()
    else if (next) goTo({ row: next.row, column: stands[Math.max(0, next.column)] ?? stands.at(-1) ?? 0 })
    else if (key === 'Enter' || key === ' ') onOpen(place)
    else if (status !== undefined && place.row >= 0) onLetter(status)
    else return
    event.preventDefault()
  }

  return { place, goTo, onKeyDown }
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
    PageUp: { row: Math.max(row - page, 0), column },
    PageDown: { row: Math.min(row + page, rows - 1), column },
  }
  return Object.hasOwn(places, key) ? places[key] : undefined
}
