import type { ModalProps } from './modal-props.ts'
import { OpenOnDemand } from './open-on-demand.tsx'

const load = async () => (await import('./modal-dialog.tsx')).ModalDialog

/** A 440 px dialog in the middle. */
export function Modal(props: ModalProps) {
  return <OpenOnDemand load={load} props={props} />
}
