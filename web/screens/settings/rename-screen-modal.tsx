import { useMutation } from '@tanstack/react-query'
import { screenTexts } from '#contract/screen-texts.ts'
import type { PairedScreen, ScreenList } from '#contract/screens.ts'
import { renameScreen } from '../../client/own-screen-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { Modal, showSuccess } from '../../ui/index.ts'
import { useScreenName } from './use-screen-name.tsx'
import { useScreenRoom } from './use-screen-room.tsx'

type Renaming = { onRenamed: (list: ScreenList) => void; onClose: () => void }

/** Gives a screen another name. Closed without a screen. */
export function RenameScreenModal({ screen, ...rest }: Renaming & { screen: PairedScreen | undefined }) {
  const words = useTextsOf('screen', screenTexts)
  return (
    <Modal open={screen !== undefined} onClose={rest.onClose} title={words.rename}>
      {screen && <RenameForm key={screen.id} screen={screen} {...rest} />}
    </Modal>
  )
}

function RenameForm({ screen, onRenamed, onClose }: Renaming & { screen: PairedScreen }) {
  const texts = useTexts()
  const words = useTextsOf('screen', screenTexts)
  const stepUp = useStepUp('ORG', true)
  const { name, error, setError, field, check } = useScreenName(screen.name)
  const room = useScreenRoom(screen.roomId ?? null, screen.teacher !== undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp.run(() => renameScreen(screen.id, { name, ...room.change })),
    onSuccess: (list) => {
      onRenamed(list)
      showSuccess(words.renamed)
      onClose()
    },
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) setError(messageOf(refusal, texts))
    },
  })
  return (
    <>
      <UpdateForm
        action={words.save}
        busy={isPending}
        errors={error}
        onCancel={onClose}
        onSubmit={() => {
          if (check()) mutate()
        }}
      >
        {field}
        {room.field}
      </UpdateForm>
      {stepUp.dialog}
    </>
  )
}
