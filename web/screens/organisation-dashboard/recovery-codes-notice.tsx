import { IconLifebuoy } from '@tabler/icons-react'
import { useId } from 'react'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recoveryCodesTexts } from '../../parts/passkey/recovery-codes-texts.ts'
import { useMakeRecoveryCodes } from '../../parts/passkey/use-make-recovery-codes.tsx'
import { Button, Card, Hint } from '../../ui/index.ts'
import styles from './recovery-codes-notice.module.css'

/** Rules §5.5: without a code, an organisation whose passkey is lost needs the operator of the server. */
export function RecoveryCodesNotice({ own }: { own: OwnPasskeys }) {
  const recoveryCodes = useTextsOf(recoveryCodesTexts)
  const titleId = useId()
  const { start, isBusy, dialog } = useMakeRecoveryCodes()
  const isNeeded = own.recoveryCodes === 0 && own.passkeys.length > 0 && own.enrolment === null
  return (
    <>
      {isNeeded && (
        <Card as="section" className={styles.notice} aria-labelledby={titleId}>
          <IconLifebuoy className={styles.icon} size={24} stroke={1.9} aria-hidden="true" />
          <div className={styles.words}>
            <h2 id={titleId} className={styles.title}>
              {recoveryCodes.missing}
            </h2>
            <Hint>{recoveryCodes.whyNeeded}</Hint>
          </div>
          <Button className={styles.action} busy={isBusy} onClick={start}>
            {recoveryCodes.make}
          </Button>
        </Card>
      )}
      {dialog}
    </>
  )
}
