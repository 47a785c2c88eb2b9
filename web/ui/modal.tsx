import type { ReactNode } from 'react'
import { lazy } from 'react'
import { OpenOnDemand } from './open-on-demand.tsx'

export type ModalProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

const load = () => import('./modal-dialog.tsx')
const ModalDialog = lazy(async () => ({ default: (await load()).ModalDialog }))

/** A 440 px dialog in the middle. */
export function Modal(props: ModalProps) {
  return (
    <OpenOnDemand open={props.open} load={load}>
      <ModalDialog {...props} />
    </OpenOnDemand>
  )
}
