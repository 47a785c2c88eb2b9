import type { ReactNode } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What it shows would be lost: nothing but a button among its children closes it. */
  shownOnce?: boolean
  children: ReactNode
}

const load = async () => (await import('./modal-dialog.tsx')).ModalDialog

/** A 440 px dialog in the middle. */
export function Modal(props: ModalProps) {
  return <OpenOnDemand load={load} props={props} />
}
