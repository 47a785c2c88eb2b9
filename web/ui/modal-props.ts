import type { ReactNode } from 'react'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Its content would be lost: only a button among its children closes it. */
  shownOnce?: boolean
  children: ReactNode
}
