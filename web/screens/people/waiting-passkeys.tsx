import { IconClock } from '@tabler/icons-react'
import { staffTexts } from '#contract/staff-texts.ts'
import { confirmStaffPasskey } from '../../client/staff-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ConfirmButton } from '../../ui/index.ts'
import styles from './people.module.css'
import type { DoStaffAct, Member } from './use-people.ts'

/** `onChange`: undefined where the passkey cannot be confirmed: by all but owners, and by the person. */
type WaitingPasskeysProps = { person: Member; isBusy: boolean; onChange: DoStaffAct | undefined }

/** A person's new passkeys in place of a lost one: until when they wait, and the button of an owner who has seen the person. */
export function WaitingPasskeys({ person, isBusy, onChange }: WaitingPasskeysProps) {
  const { lost: words } = useTextsOf('staff', staffTexts)
  const { dateTime } = useFormat()
  return person.held.map(({ id, createdAt, heldUntil }) => (
    <div key={id} className={styles.waiting}>
      <p className={styles.fact}>
        <IconClock size={16} stroke={1.9} aria-hidden="true" />
        <span>{words.waits(dateTime(createdAt), dateTime(heldUntil))}</span>
      </p>
      {onChange && (
        <ConfirmButton
          kind="quiet"
          aria-label={words.seenNamed(person.name)}
          busy={isBusy}
          onClick={() => void onChange({ act: () => confirmStaffPasskey(person.id, id), done: words.confirmed })}
        >
          {words.seen}
        </ConfirmButton>
      )}
    </div>
  ))
}
