import type { ModalProps } from './modal-dialog.tsx'
import { OpenOnDemand } from './open-on-demand.tsx'

/** The dialog of every modal. What loads a modal on demand loads this with it: it must open without a connection, too. */
export const loadModalDialog = async () => (await import('./modal-dialog.tsx')).ModalDialog

/** A 440 px dialog in the middle. */
export function Modal(props: ModalProps) {
  return <OpenOnDemand load={loadModalDialog} props={props} />
}
