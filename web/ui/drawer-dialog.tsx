import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../language/texts.ts'
import styles from './dialog.module.css'
import type { FrameProps } from './frame-props.ts'
import { IconButton } from './icon-button.tsx'
import { useOwnRefusals } from './toasts.tsx'

/** The dialog itself, in its own chunk. Its title is read aloud when it opens; not shown. */
export function DrawerDialog({ open, onClose, title, children }: FrameProps) {
  const texts = useTexts()
  useOwnRefusals(open)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        // A toast lies above the drawer; closing it must not close the drawer as well.
        const onToast = details.event.target instanceof Element && details.event.target.closest('.toasts') !== null
        if (!next && !onToast) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={title}>
          <IconButton
            className={styles.close}
            label={texts.common.close}
            icon={<IconX size={22} stroke={1.9} />}
            onClick={onClose}
          />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
