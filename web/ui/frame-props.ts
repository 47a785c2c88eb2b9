import type { ReactNode } from 'react'

/** What stands around the content of a dialog. */
export type FrameProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Its content would be lost: only a button among its children closes it. */
  shownOnce?: boolean
  /** On a phone it comes from below. */
  fromBelow?: boolean
  children: ReactNode
}
