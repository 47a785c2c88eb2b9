import { useState } from 'react'
import type { OwnPasskey } from '#contract/passkey.ts'
import { maxPasskeyNameLength } from '#contract/rules.ts'
import { checkText } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { TextField, useDialogTitle } from '../../ui/index.ts'
import { passkeysTexts } from './passkeys-texts.ts'

type RenamePasskeyModalProps = { onClose: () => void; passkey: OwnPasskey }

/** Sets the owner's name for a passkey. */
export function RenamePasskeyModal({ onClose, passkey: { id, name: current } }: RenamePasskeyModalProps) {
  const passkeys = useTextsOf(passkeysTexts)
  useDialogTitle(passkeys.renameTitle)
  const [name, setName] = useState(current)
  const [error, setError] = useState<string | undefined>()
  const { run, isBusy } = useAct('PATCH /passkeys/:passkeyId')
  async function rename() {
    if (await run({ passkeyId: id }, { name }, { refused: (_error, sentence) => setError(sentence) })) onClose()
  }
  return (
    <UpdateForm
      action={passkeys.rename}
      busy={isBusy}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        const wrong = checkText(maxPasskeyNameLength)(name)
        if (wrong === undefined) void rename()
        else setError(wrong)
      }}
    >
      <TextField
        label={passkeys.name}
        hint={passkeys.nameHint}
        error={error}
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        onValueChange={(value) => {
          setName(value)
          setError(undefined)
        }}
      />
    </UpdateForm>
  )
}
