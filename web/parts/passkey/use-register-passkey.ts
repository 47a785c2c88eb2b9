import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Label } from '#contract/identifiers.ts'
import { createCredential } from '../../client/passkey-ceremony.ts'
import { getCreationOptions, verifyRegistration } from '../../client/product-calls.ts'
import { isRequestError, messageOf, sayRefusal } from '../../client/request-error.ts'
import { signalUnknownPasskey } from '../../client/signal-passkeys.ts'
import { useTexts } from '../../language/texts.ts'
import { profileKey, useAccount } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError, showSuccess } from '../../ui/index.ts'
import { StepUpCancelled, useStepUp } from '../step-up/use-step-up.tsx'
import type { RegistrationOutcome } from './register-passkey.ts'
import { registerPasskey } from './register-passkey.ts'
import { passkeysKey } from './use-passkeys.ts'

export type PasskeyRegistration = {
  readonly start: () => void
  readonly isBusy: boolean
  /** The step-up dialog, if the server requires one. */
  readonly dialog: ReactNode
}

/** The ceremony with the server's calls, for the account with this id. `signal` ends the ceremony. */
export function registerFor(accountId: string, category: Label, signal: AbortSignal): Promise<RegistrationOutcome> {
  return registerPasskey({
    requestCeremony: () => getCreationOptions(accountId, category),
    runCeremony: (options) => createCredential(options, signal),
    verifyCeremony: (credential) => verifyRegistration(accountId, category, credential),
    isRefusal: (error) => isRequestError(error, 'user_invalid_token'),
    forget: signalUnknownPasskey,
  })
}

/** Registers a passkey for the signed-in account, shows a toast, and refreshes all data; then calls `onRegistered`. */
export function useRegisterPasskey(
  category: Label,
  hasPasskey: boolean,
  onRegistered?: () => void,
): PasskeyRegistration {
  const { $id } = useAccount()
  const texts = useTexts()
  const queries = useQueryClient()
  const stepUp = useStepUp(category, hasPasskey)
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: (signal: AbortSignal) => stepUp.run(() => registerFor($id, category, signal)),
    onSuccess: (outcome) => {
      if (outcome.kind !== 'registered') showError(sayRefusal({ reason: 'user_unauthorized' }, outcome.message, texts))
      else {
        showSuccess(texts.passkey.registered)
        for (const queryKey of [profileKey(category, $id), passkeysKey($id)]) {
          void queries.invalidateQueries({ queryKey })
        }
        onRegistered?.()
      }
    },
    onError: (error, signal) => {
      // Ended because the person left the screen, so no message is needed.
      if (error !== signal.reason && !(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  return { start: () => mutate(makeSignal()), isBusy: isPending, dialog: stepUp.dialog }
}
