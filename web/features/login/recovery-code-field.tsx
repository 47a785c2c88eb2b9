import { useTexts } from '../../language/texts.ts'
import { Button, TextField } from '../../ui/index.ts'
import type { RecoveryCode } from './use-recovery-code.ts'

/** Nothing at first; a line after a failed passkey check; the field when that was pressed. */
export function RecoveryCodeField({ recovery }: { recovery: RecoveryCode }) {
  const { recoveryCodes } = useTexts()
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
      value={recovery.code}
      onValueChange={recovery.setCode}
    />
  )
}
