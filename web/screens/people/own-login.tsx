import type { StaffList } from '#contract/staff.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, Dialog, Fieldset, Stack, useDialog } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'
import { WaitingPasskeys } from './waiting-passkeys.tsx'

type OwnLoginProps = { ownLogin: StaffList['ownLogin']; acts: Acts | undefined }

const loadModal = async () => (await import('./own-login-modal.tsx')).OwnLoginModal

/** Whether the institute's own login acts or only reads, and the way from one to the other. */
export function OwnLogin({ ownLogin: { readsOnlySince, canClose, hasPasskey, held }, acts }: OwnLoginProps) {
  const { ownLogin: words } = useTextsOf(staffTexts)
  const { dateTime } = useFormat()
  const question = useDialog()
  const isOpen = readsOnlySince === null
  // Another confirms it: a person who is an owner.
  const isPerson = useAccount().prefs.acting !== undefined
  return (
    <Fieldset legend={words.title}>
      <Stack gap={16} start>
        <p className={styles.hint}>{isOpen ? words.acts : words.readsSince(dateTime(readsOnlySince))}</p>
        {isOpen && !canClose && <p className={styles.hint}>{hasPasskey ? words.needsOwner : words.needsPasskey}</p>}
        <WaitingPasskeys
          held={held}
          isBusy={acts?.isBusy === true}
          label={words.seen}
          name={words.seenNamed}
          onSeen={
            isPerson &&
            acts &&
            ((passkeyId, done) =>
              void acts.run('POST /own-login/passkeys/:passkeyId/confirm', { passkeyId }, {}, { done }))
          }
        />
        {acts && (
          <>
            <Button disabled={isOpen && !canClose} onClick={() => question.open()}>
              {isOpen ? words.close : words.open}
            </Button>
            <Dialog of={question} load={loadModal} props={{ isOpen, acts }} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
