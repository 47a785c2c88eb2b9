import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../language/texts.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { findWayBack, pathOf } from './find-way-back.ts'
import type { FrameProps } from './frame-props.ts'
import { IconButton } from './icon-button.tsx'
import { useOwnRefusals } from './toasts.tsx'

/**
 * The dialog itself, in its own chunk. Closed by its button or Escape, not by a click outside, which would lose the
 * typed text.
 */
export function ModalDialog({ open, onClose, title, shownOnce = false, fromBelow = false, children }: FrameProps) {
  const texts = useTexts()
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<readonly Element[]>([])
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
            {children}
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
