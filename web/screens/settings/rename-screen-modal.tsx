import { screenTexts } from '#contract/screen-texts.ts'
import type { PairedScreen } from '#contract/screens.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import { useScreenName } from './use-screen-name.tsx'
import { useScreenRoom } from './use-screen-room.tsx'

/** Gives a screen another name. */
export function RenameScreenModal({ screen, onClose }: { screen: PairedScreen; onClose: () => void }) {
  const words = useTextsOf(screenTexts)
  useDialogTitle(words.rename)
  const { name, error, setError, field, check } = useScreenName(screen.name)
  const room = useScreenRoom(screen.roomId ?? null, screen.teacher !== undefined)
  const { run, isBusy } = useAct('PATCH /screens/:screenId')
  async function rename() {
    const refused = (_error: Error, sentence: string) => setError(sentence)
    const change = { name, ...room.change }
    if (await run({ screenId: screen.id }, change, { done: words.renamed, refused })) onClose()
  }
  return (
    <UpdateForm
      action={words.save}
      busy={isBusy}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        if (check()) void rename()
      }}
    >
      {field}
      {room.field}
    </UpdateForm>
  )
}
