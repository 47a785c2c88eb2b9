import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'

/** Takes away what was refused in a dialog when the dialog goes: elsewhere it would say nothing. */
export function useOwnRefusals(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const refusals = new Set<string | number>()
    const stop = toast.onChange(({ id, status, type }) => {
      if (status === 'added' && type === 'error') refusals.add(id)
    })
    return () => {
      stop()
      for (const id of refusals) toast.dismiss(id)
    }
  }, [open])
}
