import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../language/texts.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useOwnRefusals } from './toasts.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Read aloud when it opens; not shown. */
  label: string
  children: ReactNode
}

/** The dialog itself, in its own chunk. */
export function DrawerDialog({ open, onClose, label, children }: DrawerProps) {
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
        <Dialog.Popup className={styles.drawer} aria-label={label}>
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
