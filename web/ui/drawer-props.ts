import type { ReactNode } from 'react'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Read aloud when it opens; not shown. */
  label: string
  children: ReactNode
}
