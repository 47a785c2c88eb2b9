import { type ReactNode, useState } from 'react'
import { loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import type { MarkToRule } from './mark-to-rule.ts'

const load = async () => {
  const [{ RulingModal }] = await Promise.all([import('./ruling-modal.tsx'), loadModalDialog()])
  return RulingModal
}

/** Opens the decision about a mark; fetched when it is first wanted. `dialog`: to be drawn somewhere. */
export function useRuling(): {
  readonly decide: (mark: MarkToRule) => void
  readonly isDeciding: boolean
  readonly dialog: ReactNode
} {
  const [mark, setMark] = useState<MarkToRule | undefined>()
  const [isOpen, setOpen] = useState(false)
  return {
    decide(wanted) {
      setMark(wanted)
      setOpen(true)
    },
    isDeciding: isOpen,
    dialog: mark && <OpenOnDemand load={load} props={{ open: isOpen, onClose: () => setOpen(false), mark }} />,
  }
}
