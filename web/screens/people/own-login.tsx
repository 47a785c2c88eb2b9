import { useState } from 'react'
import type { StaffList } from '#contract/staff.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { confirmOwnLoginPasskey } from '../../client/staff-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, Fieldset, OpenOnDemand } from '../../ui/index.ts'
import styles from './people.module.css'
import type { DoStaffAct } from './use-people.ts'
import { WaitingPasskeys } from './waiting-passkeys.tsx'

type OwnLoginProps = { ownLogin: StaffList['ownLogin']; isBusy: boolean; onChange: DoStaffAct | undefined }

const loadModal = async () => (await import('./own-login-modal.tsx')).OwnLoginModal

/** Whether the institute's own login acts or only reads, and the way from one to the other. */
export function OwnLogin({
  ownLogin: { readsOnlySince, canClose, hasPasskey, held },
  isBusy,
  onChange,
}: OwnLoginProps) {
  const { ownLogin: words } = useTextsOf('staff', staffTexts)
  const { dateTime } = useFormat()
  const [open, setOpen] = useState(false)
  const isOpen = readsOnlySince === null
  // Another confirms it: a person who is an owner.
  const isPerson = useAccount().prefs.acting !== undefined
  return (
    <Fieldset legend={words.title}>
      <div className={styles.ownLogin}>
        <p className={styles.hint}>{isOpen ? words.acts : words.readsSince(dateTime(readsOnlySince))}</p>
        {isOpen && !canClose && <p className={styles.hint}>{hasPasskey ? words.needsOwner : words.needsPasskey}</p>}
        <WaitingPasskeys
          held={held}
          isBusy={isBusy}
          seen={isPerson ? { label: words.seen, name: words.seenNamed, confirm: confirmOwnLoginPasskey } : undefined}
          onChange={onChange}
        />
        {onChange && (
          <>
            <Button disabled={isOpen && !canClose} onClick={() => setOpen(true)}>
              {isOpen ? words.close : words.open}
            </Button>
            <OpenOnDemand load={loadModal} props={{ open, isOpen, onChange, onClose: () => setOpen(false) }} />
          </>
        )}
      </div>
    </Fieldset>
  )
}
