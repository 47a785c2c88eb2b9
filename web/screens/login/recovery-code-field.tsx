import type { FormState } from '../../forms/use-form.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recoveryCodesTexts } from '../../parts/passkey/recovery-codes-texts.ts'
import { Button, TextField } from '../../ui/index.ts'
import type { RecoveryCode } from './use-recovery-code.ts'

/** Nothing at first; a link after a failed passkey check; the field once the link was pressed. */
export function RecoveryCodeField({
  recovery,
  field,
}: {
  recovery: RecoveryCode
  field: ReturnType<FormState<string>['field']>
}) {
  const recoveryCodes = useTextsOf(recoveryCodesTexts)
  if (!recovery.isOffered) return null
  if (!recovery.isOpen) {
    return (
      <Button kind="quiet" onClick={recovery.open}>
        {recoveryCodes.lost}
      </Button>
    )
  }
  return (
    <TextField
      label={recoveryCodes.field}
      hint={recoveryCodes.fieldHint}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      code
      autoFocus
      {...field}
    />
  )
}
