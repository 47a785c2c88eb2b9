import { type ReactNode, useState } from 'react'
import { loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import type { CellToRule } from './cell-to-rule.ts'

const load = async () => {
  const [{ RulingModal }] = await Promise.all([import('./ruling-modal.tsx'), loadModalDialog()])
  return RulingModal
}

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
  const [cell, setCell] = useState<CellToRule | undefined>()
  const [isOpen, setOpen] = useState(false)
  // In a course a reason that was typed once stays for the next cells.
  const [reason, setReason] = useState('')
  const isInRow = rows.some(({ personId }) => personId === cell?.personId)
  const part = cell && (
    <OpenOnDemand
      load={load}
      props={{ open: isOpen, onClose: () => setOpen(false), cell, isInRow, reason, onReason: setReason }}
    />
  )
  return {
    decide(wanted) {
      const isSame = wanted.personId === cell?.personId
      if (!wanted.isCourse && !isSame) setReason('')
      setCell(wanted)
      // The button of an open row closes it.
      setOpen(!(isOpen && isInRow && isSame))
    },
    isDeciding: isOpen,
    at({ personId }) {
      const isHere = isInRow && personId === cell?.personId
      return { isOpen: isHere && isOpen, dialog: isHere && part }
    },
    dialog: !isInRow && part,
  }
}
