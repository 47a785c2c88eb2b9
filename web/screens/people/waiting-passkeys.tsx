import { IconClock } from '@tabler/icons-react'
import type { StaffList } from '#contract/staff.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ConfirmButton } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

type WaitingPasskeysProps = {
  held: StaffList['people'][number]['held']
  isBusy: boolean
  label: string
  name: string
  /** What an owner who has seen them presses; false where the passkey cannot be confirmed: by all but owners, and by the person. */
  onSeen: ((passkeyId: string, done: string) => void) | false | undefined
}

/** New passkeys in place of a lost one: until when they wait, and the button of an owner. */
export function WaitingPasskeys({ held, isBusy, label, name, onSeen }: WaitingPasskeysProps) {
  const { lost: words } = useTextsOf(staffTexts)
  const { dateTime } = useFormat()
  return held.map(({ id, createdAt, heldUntil }) => (
    <div key={id} className={styles.waiting}>
      <p className={styles.fact}>
        <IconClock size={16} stroke={1.9} aria-hidden="true" />
        <span>{words.waits(dateTime(createdAt), dateTime(heldUntil))}</span>
      </p>
      {onSeen && (
        <ConfirmButton kind="quiet" aria-label={name} busy={isBusy} onClick={() => onSeen(id, words.confirmed)}>
          {label}
        </ConfirmButton>
      )}
    </div>
  ))
}
