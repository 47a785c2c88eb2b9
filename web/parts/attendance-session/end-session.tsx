import { useState } from 'react'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, type ButtonKind, loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import { deskTexts } from './desk-texts.ts'
import type { EndSessionDialogProps } from './end-session-dialog.tsx'

const load = async () => {
  const [{ EndSessionDialog }] = await Promise.all([import('./end-session-dialog.tsx'), loadModalDialog()])
  return EndSessionDialog
}

export type EndSessionProps = Pick<EndSessionDialogProps, 'session' | 'members'> & {
  kind?: ButtonKind
  className?: string | undefined
}

/**
 * The button that ends the class being held before its time. Its question asks who is there: the screen stands open before a
 * class.
 */
export function EndSession({ kind = 'secondary', className, ...asked }: EndSessionProps) {
  const { end: words } = useTextsOf(deskTexts)
  const [open, setOpen] = useState(false)
  if (!useMay('teaching')) return null
  return (
    <>
      <Button kind={kind} className={className} onClick={() => setOpen(true)}>
        {words.action}
      </Button>
      <OpenOnDemand load={load} props={{ ...asked, open, onClose: () => setOpen(false) }} />
    </>
  )
}
