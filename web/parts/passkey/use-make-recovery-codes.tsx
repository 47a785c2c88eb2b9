import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { makeRecoveryCodes } from '../../client/passkey-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTexts } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, ConfirmButton, EmailAddress, Modal, SetApart, showError, showSuccess } from '../../ui/index.ts'
import { useSetRecoveryCodesLeft } from '../own-passkeys/use-passkeys.ts'
import styles from './recovery-codes.module.css'

export type MakeRecoveryCodes = {
  readonly start: () => void
  readonly isBusy: boolean
  /** The codes. Render it in a component that stays mounted. */
  readonly dialog: ReactNode
}

/** Makes an organisation's recovery codes and shows them, from any screen. */
export function useMakeRecoveryCodes(): MakeRecoveryCodes {
  const texts = useTexts()
  const setLeft = useSetRecoveryCodesLeft()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => withStepUp('POST /recovery-codes', makeRecoveryCodes),
    onSuccess: (made) => {
      setCodes(made.codes)
      setOpen(true)
      setLeft(made.codes.length)
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  return {
    start: () => mutate(),
    isBusy: isPending,
    dialog: (
      <Modal open={isOpen} onClose={() => setOpen(false)} title={texts.recoveryCodes.title} shownOnce>
        <Codes codes={codes} onClose={() => setOpen(false)} />
      </Modal>
    ),
  }
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { recoveryCodes } = useTexts()
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
