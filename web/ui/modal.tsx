import type { ReactNode } from 'react'
import { lazy } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type ModalProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

const ModalDialog = lazy(async () => ({ default: (await import('./modal-dialog.tsx')).ModalDialog }))

/** A 440 px dialog in the middle, fetched when it is first opened. */
export function Modal(props: ModalProps) {
  return (
    <OpenOnDemand open={props.open}>
      <ModalDialog {...props} />
    </OpenOnDemand>
  )
}
