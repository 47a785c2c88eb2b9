import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Label } from '#contract/identifiers.ts'
import { toastAutoCloseMs } from '#contract/rules.ts'
import { useAccount } from '../../app/session.ts'
import { createPasswordSession } from '../../client/account-calls.ts'
import { createCredential } from '../../client/passkey-ceremony.ts'
import { getCreationOptions, verifyRegistration } from '../../client/product-calls.ts'
import { isRequestError, messageOf, sayRefusal } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { showError, showSuccess } from '../../ui/index.ts'
import { registerPasskey } from './register-passkey.ts'

export type PasskeyRegistration = {
  readonly start: () => void
  /** Also true after success, until the page reloads. */
  readonly isBusy: boolean
  /** The server wants the password once more. */
  readonly isPasswordNeeded: boolean
  /** Logs in with it and goes on. Rejects with the server's refusal. */
  readonly confirmPassword: (password: string) => Promise<void>
  readonly cancelPassword: () => void
}

/** Registers a passkey for the signed-in account; then says so and reloads the page (spec §4). */
export function useRegisterPasskey(category: Label): PasskeyRegistration {
  const { $id, email } = useAccount()
  const texts = useTexts()
  const [isPasswordNeeded, setPasswordNeeded] = useState(false)

  const { mutate, isPending, data } = useMutation({
    mutationFn: (_: 'first' | 'with-new-password') =>
      registerPasskey({
        requestCeremony: () => getCreationOptions($id, category),
        runCeremony: createCredential,
        verifyCeremony: (credential) => verifyRegistration($id, category, credential),
        isPasswordTooOld: (error): error is Error => isRequestError(error, 'user_unauthorized'),
      }),
    onSuccess: (outcome, attempt) => {
      // Refused right after the password was given: it is not the password.
      if (outcome.kind === 'password-needed' && attempt === 'first') setPasswordNeeded(true)
      else if (outcome.kind !== 'registered') showError(sayRefusal('user_unauthorized', outcome.message, texts))
      else {
        showSuccess(texts.passkey.registered)
        // The message can be read before the page is new.
        setTimeout(() => location.reload(), toastAutoCloseMs)
      }
    },
    onError: (error) => showError(messageOf(error, texts)),
  })

  return {
    start: () => mutate('first'),
    isBusy: isPending || data?.kind === 'registered',
    isPasswordNeeded,
    confirmPassword: async (password) => {
      await createPasswordSession(email, password)
      setPasswordNeeded(false)
      mutate('with-new-password')
    },
    cancelPassword: () => setPasswordNeeded(false),
  }
}
