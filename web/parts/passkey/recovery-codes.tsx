import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Hint } from '../../ui/index.ts'
import section from './passkey-section.module.css'
import { recoveryCodesTexts } from './recovery-codes-texts.ts'
import { useMakeRecoveryCodes } from './use-make-recovery-codes.tsx'

/** Organisations only: codes for a lost passkey. `left`: how many still work. */
export function RecoveryCodes({ left }: { left: number }) {
  const recoveryCodes = useTextsOf(recoveryCodesTexts)
  const { number } = useFormat()
  const { start, isBusy, dialog } = useMakeRecoveryCodes()
  return (
    <div className={section.codes}>
      <h4 className={section.subtitle}>{recoveryCodes.title}</h4>
      <Hint small>{left === 0 ? recoveryCodes.none : recoveryCodes.left(number(left))}</Hint>
      <Button wide busy={isBusy} onClick={start}>
        {left === 0 ? recoveryCodes.make : recoveryCodes.makeAgain}
      </Button>
      {dialog}
    </div>
  )
}
