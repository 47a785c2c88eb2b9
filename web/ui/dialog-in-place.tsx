import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { findWayBack, pathOf } from './find-way-back.ts'
import { useOwnRefusals } from './toasts.tsx'

type DialogInPlaceProps = { title: string; onClose: () => void; className: string | undefined; children: ReactNode }

/** A dialog that stands in the page, as below the row that it is about. Escape closes it, and the focus goes back. */
export function DialogInPlace({ title, onClose, className, children }: DialogInPlaceProps) {
  const part = useRef<HTMLDivElement>(null)
  useOwnRefusals(true)
  useLayoutEffect(() => {
    const [opener, own] = [pathOf(document.activeElement), part.current]
    return () => {
      const back = findWayBack(opener, own)
      const [trigger] = back === true ? opener : [back]
      if (trigger instanceof HTMLElement) trigger.focus()
    }
  }, [])
  return (
    <div
      ref={part}
      role="dialog"
      aria-label={title}
      className={className}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {children}
    </div>
  )
}
