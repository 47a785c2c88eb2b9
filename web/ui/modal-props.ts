import type { ReactNode } from 'react'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What it shows would be lost: nothing but a button among its children closes it. */
  shownOnce?: boolean
  children: ReactNode
}
