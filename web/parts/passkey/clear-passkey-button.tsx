import type { OwnPasskey } from '#contract/passkey.ts'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, type ButtonKind } from '../../ui/index.ts'
import { passkeysTexts } from './passkeys-texts.ts'

export type ClearPasskeyButtonProps = { passkey: OwnPasskey; kind?: ButtonKind }

/** A suspect passkey works again once its owner has shown, by another factor, that there is no copy. */
export function ClearPasskeyButton({ passkey: { id, name }, kind = 'quiet' }: ClearPasskeyButtonProps) {
  const passkeys = useTextsOf(passkeysTexts)
  const { run, isBusy } = useAct('POST /passkeys/:passkeyId/clear')
  return (
    <Button
      kind={kind}
      busy={isBusy}
      aria-label={passkeys.clearNamed(name)}
      onClick={() => void run({ passkeyId: id }, {}, { done: passkeys.cleared })}
    >
      {passkeys.clear}
    </Button>
  )
}
