import type { DrawerProps } from './drawer-dialog.tsx'
import { OpenOnDemand } from './open-on-demand.tsx'

/**
 * The dialog of a drawer, loaded with the modals that open from it; otherwise those would be missing when the connection is
 * lost. What loads a drawer on demand loads this with it, for the same reason.
 */
export async function loadDrawerDialog() {
  const [{ DrawerDialog }] = await Promise.all([import('./drawer-dialog.tsx'), import('./modal-dialog.tsx')])
  return DrawerDialog
}

/** A 350 px drawer at the right, the whole width on a phone. */
export function Drawer(props: DrawerProps) {
  return <OpenOnDemand load={loadDrawerDialog} props={props} />
}
