import type { OwnPasskey } from '#contract/passkey.ts'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, type ButtonKind } from '../../ui/index.ts'
import { ownPasskeyTexts } from './own-passkey-texts.ts'

export type ClearPasskeyButtonProps = { passkey: OwnPasskey; kind?: ButtonKind }

/** A suspect passkey works again once its owner has shown, by another factor, that there is no copy. */
export function ClearPasskeyButton({ passkey: { id, name }, kind = 'quiet' }: ClearPasskeyButtonProps) {
  const words = useTextsOf(ownPasskeyTexts)
  const { run, isBusy } = useAct('POST /passkeys/:passkeyId/clear')
  return (
    <Button
      kind={kind}
      busy={isBusy}
      aria-label={words.clearNamed(name)}
      onClick={() => void run({ passkeyId: id }, {}, { done: words.cleared })}
    >
      {words.clear}
    </Button>
  )
}
