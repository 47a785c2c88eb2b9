import { IconAlertTriangle, IconClock, IconPlus } from '@tabler/icons-react'
import type { AccountLabel } from '#contract/identifiers.ts'
import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'
import { maxPasskeysPerAccount } from '#contract/rules.ts'
import { Read } from '../../kit/read.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, classNames, Dialog, Hint, useDialog, useLostFocus } from '../../ui/index.ts'
import { usePasskeys } from '../own-passkeys/use-passkeys.ts'
import { ClearPasskeyButton } from './clear-passkey-button.tsx'
import { passkeyGuideTexts } from './passkey-guide-texts.ts'
import styles from './passkey-section.module.css'
import { passkeysTexts } from './passkeys-texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemovePasskeyModal } from './remove-passkey-modal.tsx'
import { RenamePasskeyModal } from './rename-passkey-modal.tsx'
import { ThisComputer } from './this-computer.tsx'
import { usePhoneWay } from './use-phone-way.ts'
import { useRegisterPasskey } from './use-register-passkey.ts'

// They come with the drawer.
const loadRename = async () => RenamePasskeyModal
const loadRemove = async () => RemovePasskeyModal

/** In the profile: the account's passkeys, with their actions. */
export function PasskeySection({ label }: { label: AccountLabel }) {
  const passkeys = usePasskeys()
  return (
    <Read of={passkeys} height="64px">
      {(own) => <Passkeys label={label} own={own} />}
    </Read>
  )
}

function Passkeys({ label, own }: { label: AccountLabel; own: OwnPasskeys }) {
  const texts = useTextsOf(passkeysTexts)
  const { guide } = useTextsOf(passkeyGuideTexts)
  const renaming = useDialog<OwnPasskey>()
  const removing = useDialog<OwnPasskey>()
  const registration = useRegisterPasskey(label)
  const asksPhone = usePhoneWay(label) === 'by-code'
  const lostFocus = useLostFocus()
  const isFull = own.passkeys.length >= maxPasskeysPerAccount
  return (
    <>
      {own.passkeys.length === 0 && <Hint small>{texts.none}</Hint>}
      <ul className={styles.list} {...lostFocus}>
        {own.passkeys.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            onRename={() => renaming.open(passkey)}
            onRemove={() => removing.open(passkey)}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        {asksPhone && !isFull && <Hint small>{guide.steps[0]}</Hint>}
        <Button
          wide
          icon={<IconPlus size={20} stroke={1.9} aria-hidden="true" />}
          busy={registration.isBusy && registration.place !== 'this-device'}
          disabled={isFull}
          onClick={() => registration.start()}
        >
          {texts.add}
        </Button>
        {asksPhone && !isFull && (
          <ThisComputer
            busy={registration.isBusy && registration.place === 'this-device'}
            onClick={() => registration.start('this-device')}
          />
        )}
        {own.passkeys.length > 0 && <Hint small>{isFull ? texts.full(maxPasskeysPerAccount) : texts.addHint}</Hint>}
      </div>
      {own.recoveryCodes !== null && own.passkeys.length > 0 && <RecoveryCodes left={own.recoveryCodes} />}
      {renaming.asked && <Dialog of={renaming} load={loadRename} props={{ passkey: renaming.asked }} />}
      {removing.asked && (
        <Dialog
          of={removing}
          load={loadRemove}
          props={{
            ...{ passkey: removing.asked, label, own },
            onAddFirst: () => {
              removing.close()
              registration.start()
            },
          }}
        />
      )}
    </>
  )
}

type PasskeyItemProps = { passkey: OwnPasskey; onRename: () => void; onRemove: () => void }

function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const texts = useTextsOf(passkeysTexts)
  const { dateTime } = useFormat()
  const {
    name,
    provider,
    isSynced,
    createdAt,
    lastUsedAt,
    heldUntil,
    isSuspect,
    isChanged = false,
    isReplaced = false,
  } = passkey
  const kind = isSynced ? texts.synced : texts.deviceBound
  return (
    <li className={styles.item}>
      <span className={styles.name}>{name}</span>
      <span className={styles.fact}>{provider === null || provider === name ? kind : `${provider}, ${kind}`}</span>
      <span className={styles.fact}>{texts.created(dateTime(createdAt))}</span>
      <span className={styles.fact}>
        {lastUsedAt === null ? texts.neverUsed : texts.lastUsed(dateTime(lastUsedAt))}
      </span>
      {heldUntil !== null && (
        <p className={styles.warning}>
          <IconClock size={20} stroke={1.9} aria-hidden="true" />
          <span>{texts.held(dateTime(heldUntil))}</span>
        </p>
      )}
      {isReplaced && (
        <p className={styles.warning}>
          <IconAlertTriangle size={20} stroke={1.9} aria-hidden="true" />
          <span>{texts.replaced}</span>
        </p>
      )}
      {isSuspect && (
        <p className={classNames(styles.warning, styles.refused)}>
          <IconAlertTriangle size={20} stroke={1.9} aria-hidden="true" />
          <span>{isChanged ? texts.changed : texts.suspect}</span>
        </p>
      )}
      <div className={styles.actions}>
        {isSuspect && !isChanged && <ClearPasskeyButton passkey={passkey} />}
        <Button kind="quiet" aria-label={texts.renameNamed(name)} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button kind="quiet" aria-label={texts.removeNamed(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}
