import type { ReactNode } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Read aloud when it opens; not shown. */
  label: string
  children: ReactNode
}

/** With the modals that open from a drawer, or those would be missing when the connection is. */
async function load() {
  const [{ DrawerDialog }] = await Promise.all([import('./drawer-dialog.tsx'), import('./modal-dialog.tsx')])
  return DrawerDialog
}

/** A 350 px drawer at the right, the whole width on a phone. */
export function Drawer(props: DrawerProps) {
  return <OpenOnDemand load={load} props={props} />
}
