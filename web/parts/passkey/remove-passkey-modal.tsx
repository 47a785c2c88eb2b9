import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { AccountLabel } from '#contract/identifiers.ts'
import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import { signalUnknownPasskey } from '../../client/signal-passkeys.ts'
import { isUsable } from '../../kit/is-usable.ts'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { ownIdOf, profileKey, useAccount } from '../../session/session.ts'
import { Actions, Button, ConfirmButton, Hint, Stack, useDialogTitle } from '../../ui/index.ts'
import { pickCounting } from '../own-passkeys/passkey-task.ts'
import { passkeysTexts } from './passkeys-texts.ts'

type RemovePasskeyModalProps = {
  onClose: () => void
  passkey: OwnPasskey
  label: AccountLabel
  /** With the owner's other passkeys. */
  own: OwnPasskeys
  /** Instead of the removal: another passkey, while this one still vouches for it. */
  onAddFirst: () => void
}

/** Explains what removing this passkey means, and removes it after a step-up. */
export function RemovePasskeyModal({ onClose, passkey, label, own, onAddFirst }: RemovePasskeyModalProps) {
  const { number, dateTime } = useFormat()
  const passkeys = useTextsOf(passkeysTexts)
  useDialogTitle(passkeys.removeTitle)
  const { common } = useTexts()
  const profile = useTextsOf(profileTexts)
  const account = useAccount()
  const queries = useQueryClient()
  const { run, isBusy } = useAct('DELETE /passkeys/:passkeyId')
  async function remove() {
    if (!(await run({ passkeyId: passkey.id }, {}, { done: passkeys.removed }))) return
    signalUnknownPasskey(own.relyingPartyId, passkey.credentialId)
    void queries.invalidateQueries({ queryKey: profileKey(label, ownIdOf(account, label)) })
    onClose()
  }
  const others = own.passkeys.filter(({ id }) => id !== passkey.id)
  const working = label === 'STD' ? pickCounting({ ...own, passkeys: others }) : others.filter(isUsable)
  const isLast = working.length === 0
  const newOne = others.find(({ isSuspect, heldUntil }) => !isSuspect && heldUntil !== null)
  const heldUntil = dateTime(newOne?.heldUntil ?? 0)
  // A new one works at once only if this one can vouch for it.
  const canAddFirst = isLast && newOne === undefined && label === 'STD' && isUsable(passkey)
  return (
    <Stack>
      <p>{passkeys.removeText(passkey.name)}</p>
      {isLast && <p>{others.length === 0 ? passkeys.removeLast[label] : passkeys.removal.lastUsable[label]}</p>}
      {newOne && (
        <p>
          <span>
            {isLast
              ? passkeys.removal.waits(newOne.name, heldUntil)
              : passkeys.removal.countsAlready(newOne.name, heldUntil)}
          </span>{' '}
          {isLast && label === 'STD' && <span>{passkeys.removal.frontDesk}</span>}{' '}
          {isLast && isUsable(passkey) && <span>{passkeys.removal.keep}</span>}
        </p>
      )}
      {isLast && newOne === undefined && label === 'STD' && (
        <p>
          {canAddFirst && <span>{passkeys.removal.addFirstHint}</span>}{' '}
          <span>{passkeys.removal.afterwards(number(heldPasskeyHours))}</span>
        </p>
      )}
      {canAddFirst && (
        <Button kind="primary" wide icon={<IconPlus size={20} stroke={1.9} aria-hidden="true" />} onClick={onAddFirst}>
          {passkeys.removal.addFirst}
        </Button>
      )}
      <Hint small>{profile.sessionsNote}</Hint>
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <ConfirmButton busy={isBusy} onClick={() => void remove()}>
          {passkeys.remove}
        </ConfirmButton>
      </Actions>
    </Stack>
  )
}
