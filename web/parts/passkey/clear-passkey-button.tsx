import { useMutation } from '@tanstack/react-query'
import type { AccountLabel } from '#contract/identifiers.ts'
import type { OwnPasskey } from '#contract/passkey.ts'
import { clearPasskey } from '../../client/passkey-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, type ButtonKind, showError, showSuccess } from '../../ui/index.ts'
import { useSetPasskeys } from '../own-passkeys/use-passkeys.ts'
import { StepUpCancelled, useStepUp } from '../step-up/use-step-up.tsx'

export type ClearPasskeyButtonProps = { label: AccountLabel; passkey: OwnPasskey; kind?: ButtonKind }

/** A suspect passkey works again once its owner has shown, by another factor, that there is no copy. */
export function ClearPasskeyButton({ label, passkey: { id, name }, kind = 'quiet' }: ClearPasskeyButtonProps) {
  const texts = useTexts()
  const setPasskeys = useSetPasskeys()
  const stepUp = useStepUp(label, true)
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp.run(() => clearPasskey(id)),
    onSuccess: (own) => {
      setPasskeys(own)
      showSuccess(texts.passkeys.cleared)
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  return (
    <>
      <Button kind={kind} busy={isPending} aria-label={texts.passkeys.clearNamed(name)} onClick={() => mutate()}>
        {texts.passkeys.clear}
      </Button>
      {stepUp.dialog}
    </>
  )
}
