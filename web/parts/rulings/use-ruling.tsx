import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RuledMark } from './ruled-mark.ts'

const RulingModal = lazy(async () => ({ default: (await import('./ruling-modal.tsx')).RulingModal }))

/** Opens the decision about a mark; fetched when it is first wanted. `dialog`: to be drawn somewhere. */
export function useRuling(): { readonly decide: (mark: RuledMark) => void; readonly dialog: ReactNode } {
  const [mark, setMark] = useState<RuledMark | undefined>()
  const [isOpen, setOpen] = useState(false)
  return {
    decide(wanted) {
      setMark(wanted)
      setOpen(true)
    },
    dialog: mark && (
      <Suspense fallback={null}>
        <RulingModal open={isOpen} onClose={() => setOpen(false)} mark={mark} />
      </Suspense>
    ),
  }
}
