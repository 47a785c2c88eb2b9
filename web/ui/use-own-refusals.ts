import { useEffect } from 'react'
import { dropToasts, hearRefusals } from './waiting-toasts.ts'

/** Takes away what was refused in a dialog when the dialog goes: elsewhere it would say nothing. */
export function useOwnRefusals(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const refusals: (string | number)[] = []
    const stop = hearRefusals((id) => refusals.push(id))
    return () => {
      stop()
      dropToasts(refusals)
    }
  }, [open])
}
