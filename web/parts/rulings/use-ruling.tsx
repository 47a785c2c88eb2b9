import { type ReactNode, useState } from 'react'
import { Dialog, useDialog, useMatches } from '../../ui/index.ts'
import type { CellToRule } from './cell-to-rule.ts'

const load = async () => (await import('./ruling-modal.tsx')).RulingModal

type Person = { readonly personId: string }

/**
 * Opens the decision about a cell; fetched when it is first wanted. `at`: for the row of a person. `dialog`: to be drawn
 * somewhere, for a person without a row, or whose row has gone meanwhile.
 */
export function useRuling(rows: readonly Person[] = []): {
  readonly decide: (cell: CellToRule) => void
  readonly isDeciding: boolean
  readonly at: (row: Person) => { readonly isOpen: boolean; readonly dialog: ReactNode }
  readonly dialog: ReactNode
} {
  const { isOpen, asked: cell, open, close } = useDialog<CellToRule>()
  // In a course a reason that was typed once stays for the next cells.
  const [reason, setReason] = useState('')
  const isInRow = rows.some(({ personId }) => personId === cell?.personId)
  const hasRoom = !useMatches('(max-width: 640px)')
  const place = isInRow && hasRoom ? 'row' : 'middle'
  const part = cell && (
    <Dialog
      key={place}
      of={{ isOpen, close }}
      load={load}
      props={{ cell, isInRow: place === 'row', reason, onReason: setReason }}
      place={place}
      fromBelow
    />
  )
  return {
    decide(wanted) {
      const isSame = wanted.personId === cell?.personId
      if (!wanted.isCourse && !isSame) setReason('')
      // The button of an open row closes it.
      if (isOpen && isInRow && isSame) close()
      else open(wanted)
    },
    isDeciding: isOpen,
    at({ personId }) {
      const isHere = isInRow && personId === cell?.personId
      return { isOpen: isHere && isOpen, dialog: isHere && part }
    },
    dialog: !isInRow && part,
  }
}
