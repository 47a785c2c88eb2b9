import type { DrawerProps } from './drawer-props.ts'
import { OpenOnDemand } from './open-on-demand.tsx'

/** Loaded with the modals that open from a drawer; otherwise those would be missing when the connection is lost. */
async function load() {
  const [{ DrawerDialog }] = await Promise.all([import('./drawer-dialog.tsx'), import('./modal-dialog.tsx')])
  return DrawerDialog
}

/** A 350 px drawer at the right, the whole width on a phone. */
export function Drawer(props: DrawerProps) {
  return <OpenOnDemand load={load} props={props} />
}
