import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, type ButtonKind, Dialog, useDialog } from '../../ui/index.ts'
import { deskTexts } from './desk-texts.ts'
import type { EndSessionDialogProps } from './end-session-dialog.tsx'

const load = async () => (await import('./end-session-dialog.tsx')).EndSessionDialog

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
  const question = useDialog()
  if (!useMay('teaching')) return null
  return (
    <>
      <Button kind={kind} className={className} onClick={() => question.open()}>
        {words.action}
      </Button>
      <Dialog of={question} load={load} props={asked} />
    </>
  )
}
