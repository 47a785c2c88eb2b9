import { IconCopy, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import {
  Button,
  ConfirmButton,
  Dialog,
  EmailAddress,
  SetApart,
  showError,
  showSuccess,
  useDialog,
  useDialogTitle,
} from '../../ui/index.ts'
import { useSetRecoveryCodesLeft } from '../own-passkeys/use-passkeys.ts'
import styles from './recovery-codes.module.css'
import { recoveryCodesTexts } from './recovery-codes-texts.ts'

export type MakeRecoveryCodes = {
  readonly start: () => void
  readonly isBusy: boolean
  /** The codes. Render it in a component that stays mounted. */
  readonly dialog: ReactNode
}

/** Makes an organisation's recovery codes and shows them, from any screen. */
export function useMakeRecoveryCodes(): MakeRecoveryCodes {
  const setLeft = useSetRecoveryCodesLeft()
  const shown = useDialog<readonly string[]>()
  const { run, isBusy } = useAct('POST /recovery-codes')
  async function make() {
    const made = await run({})
    if (!made) return
    shown.open(made.codes)
    setLeft(made.codes.length)
  }
  return {
    start: () => void make(),
    isBusy,
    dialog: <Dialog of={shown} load={loadCodes} props={{ codes: shown.asked ?? [] }} shownOnce />,
  }
}

const loadCodes = async () => Codes

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const recoveryCodes = useTextsOf(recoveryCodesTexts)
  useDialogTitle(recoveryCodes.title)
  const { email } = useAccount()
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showSuccess(recoveryCodes.copied)
    } catch {
      // Refused by the browser, or the page is not served securely.
      showError(recoveryCodes.copyFailed)
    }
  }
  return (
    <>
      <p className={styles.text}>
        <SetApart sentence={recoveryCodes.keep(email)} part={email}>
          <EmailAddress>{email}</EmailAddress>
        </SetApart>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<IconCopy size={20} stroke={1.9} aria-hidden="true" />} onClick={() => void copy()}>
          {recoveryCodes.copy}
        </Button>
        <Button icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />} onClick={() => window.print()}>
          {recoveryCodes.print}
        </Button>
        <ConfirmButton kind="primary" onClick={onClose}>
          {recoveryCodes.done}
        </ConfirmButton>
      </div>
    </>
  )
}
