import type { ReactNode } from 'react'
import { lazy } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Read aloud when it opens; not shown. */
  label: string
  children: ReactNode
}

const load = () => import('./drawer-dialog.tsx')
const DrawerDialog = lazy(async () => ({ default: (await load()).DrawerDialog }))

/** A 350 px drawer at the right, the whole width on a phone. */
export function Drawer(props: DrawerProps) {
  return (
    <OpenOnDemand open={props.open} load={load}>
      <DrawerDialog {...props} />
    </OpenOnDemand>
  )
}
