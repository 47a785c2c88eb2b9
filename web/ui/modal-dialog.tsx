import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../language/texts.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { findWayBack, pathOf } from './find-way-back.ts'
import { IconButton } from './icon-button.tsx'
import { OpeningContext } from './opening-context.ts'
import { useOwnRefusals } from './toasts.tsx'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Its content would be lost: only a button among its children closes it. */
  shownOnce?: boolean
  /** On a phone it comes from below. */
  fromBelow?: boolean
  children: ReactNode
}

/**
 * The dialog itself, in its own chunk. Closed by its button or Escape, not by a click outside, which would lose the
 * typed text.
 */
export function ModalDialog({ open, onClose, title, shownOnce = false, fromBelow = false, children }: ModalProps) {
  const texts = useTexts()
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<readonly Element[]>([])
  const opening = useOpenings(open)
  useOwnRefusals(open)
  useLayoutEffect(() => {
    if (open) opener.current = pathOf(document.activeElement)
  }, [open])
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !shownOnce) onClose()
      }}
      disablePointerDismissal
    >
      <Dialog.Portal>
        {/* Also above a drawer, which is a dialog too. */}
        <Dialog.Backdrop className={classNames(styles.backdrop, styles.over)} forceRender />
        <Dialog.Viewport className={classNames(styles.viewport, fromBelow && styles.below)}>
          <Dialog.Popup
            ref={popup}
            className={styles.modal}
            initialFocus={() => popup.current?.querySelector<HTMLInputElement>('input:not([hidden])') ?? true}
            finalFocus={() => findWayBack(opener.current, popup.current)}
          >
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <OpeningContext value={opening}>{children}</OpeningContext>
            {!shownOnce && (
              <IconButton
                className={styles.close}
                label={texts.common.close}
                icon={<IconX size={20} stroke={1.9} />}
                onClick={onClose}
              />
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** How often it has opened. */
function useOpenings(open: boolean): number {
  const [state, setState] = useState({ open, count: 1 })
  if (state.open !== open) setState({ open, count: open ? state.count + 1 : state.count })
  return state.count
}
