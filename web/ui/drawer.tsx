import type { ReactNode } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Read aloud when it opens; not shown. */
  label: string
  children: ReactNode
}

const load = async () => (await import('./drawer-dialog.tsx')).DrawerDialog

/** A 350 px drawer at the right, the whole width on a phone. */
export function Drawer(props: DrawerProps) {
  return <OpenOnDemand load={load} props={props} />
}
