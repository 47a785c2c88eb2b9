import { useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { findWayBack, pathOf } from './find-way-back.ts'
import type { FrameProps } from './frame-props.ts'
import { useOwnRefusals } from './toasts.tsx'

/** A dialog that stands in the page, as below the row that it is about. Escape closes it, and the focus goes back. */
export function DialogInPlace({ open, ...place }: FrameProps) {
  return open ? <Place {...place} /> : null
}

function Place({ title, onClose, children }: Omit<FrameProps, 'open'>) {
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
      className={styles.inPlace}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {children}
    </div>
  )
}
