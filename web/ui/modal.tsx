import type { ReactNode } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type ModalProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

const load = async () => (await import('./modal-dialog.tsx')).ModalDialog

/** A 440 px dialog in the middle. */
export function Modal(props: ModalProps) {
  return <OpenOnDemand load={load} props={props} />
}
