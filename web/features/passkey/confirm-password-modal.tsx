import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, Modal, PasswordField, showError } from '../../ui/index.ts'
import styles from './confirm-password-modal.module.css'

export type ConfirmPasswordModalProps = {
  open: boolean
  onClose: () => void
  /** Rejects with the server's refusal. */
  onConfirm: (password: string) => Promise<void>
}

/** Asks for the password again before something that needs a fresh one. */
export function ConfirmPasswordModal({ open, onClose, onConfirm }: ConfirmPasswordModalProps) {
  const { passkey } = useTexts()
  return (
    <Modal open={open} onClose={onClose} title={passkey.confirmPassword}>
      <ConfirmPasswordForm onClose={onClose} onConfirm={onConfirm} />
    </Modal>
  )
}

function ConfirmPasswordForm({ onClose, onConfirm }: Omit<ConfirmPasswordModalProps, 'open'>) {
  const texts = useTexts()
  const { passkey, profile } = texts
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onConfirm(password),
    onError: (refusal) => showError(messageOf(refusal, texts)),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <PasswordField
        label={profile.currentPassword}
        autoComplete="current-password"
        hint={passkey.confirmPasswordHint}
        error={error ? messageOf(error, texts) : undefined}
        value={password}
        onValueChange={setPassword}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{profile.cancel}</Button>
        <Button type="submit" kind="primary" busy={isPending}>
          {passkey.goOn}
        </Button>
      </div>
    </form>
  )
}
