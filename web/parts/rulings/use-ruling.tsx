import { type ReactNode, useState } from 'react'
import { loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import type { CellToRule } from './cell-to-rule.ts'

const load = async () => {
  const [{ RulingModal }] = await Promise.all([import('./ruling-modal.tsx'), loadModalDialog()])
  return RulingModal
}

/** Opens the decision about a cell; fetched when it is first wanted. `dialog`: to be drawn somewhere. */
export function useRuling(): {
  readonly decide: (cell: CellToRule) => void
  readonly isDeciding: boolean
  readonly dialog: ReactNode
} {
  const [cell, setCell] = useState<CellToRule | undefined>()
  const [isOpen, setOpen] = useState(false)
  return {
    decide(wanted) {
      setCell(wanted)
      setOpen(true)
    },
    isDeciding: isOpen,
    dialog: cell && <OpenOnDemand load={load} props={{ open: isOpen, onClose: () => setOpen(false), cell }} />,
  }
}
