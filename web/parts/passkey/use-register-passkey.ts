import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountLabel } from '#contract/identifiers.ts'
import { callProduct } from '../../client/call-product.ts'
import { createCredential } from '../../client/passkey-ceremony.ts'
import { findPlace, type PasskeyPlace, withPlace } from '../../client/passkey-place.ts'
import { isRequestError, messageOf, sayRefusal } from '../../client/request-error.ts'
import { signalUnknownPasskey } from '../../client/signal-passkeys.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTexts } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { readAgain } from '../../live/read-again.ts'
import { ownIdOf, profileKey, useAccount } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError, showSuccess } from '../../ui/index.ts'
import type { RegistrationOutcome } from './register-passkey.ts'
import { registerPasskey } from './register-passkey.ts'

export type PasskeyRegistration = {
  /** Without a place: where the account's kind usually has it. */
  readonly start: (place?: PasskeyPlace) => void
  /** Ends the ceremony that waits for a device, without a message. */
  readonly cancel: () => void
  readonly isBusy: boolean
  /** Where the passkey that is being registered should live, if its owner has chosen. */
  readonly place: PasskeyPlace | undefined
}

type Attempt = { readonly signal: AbortSignal; readonly place: PasskeyPlace | undefined }

/**
 * The ceremony with the server's calls, for the account with this id. `signal` ends the ceremony. Without a `place` the
 * passkey lives where the account's kind usually has it.
 */
export function registerFor(
  accountId: string,
  category: AccountLabel,
  signal: AbortSignal,
  place?: PasskeyPlace,
): Promise<RegistrationOutcome> {
  const whose = { userId: accountId, category }
  return registerPasskey({
    requestCeremony: () => callProduct('POST /passkey/register', {}, whose),
    runCeremony: async (options) => createCredential(withPlace(options, place ?? (await findPlace(category))), signal),
    verifyCeremony: (credential) => callProduct('POST /passkey/verify', {}, { ...whose, credential }),
    isRefusal: (error) => isRequestError(error, 'user_invalid_token'),
    forget: signalUnknownPasskey,
  })
}

/** Registers a passkey for the signed-in account, shows a toast, and refreshes all data; then calls `onRegistered`. */
export function useRegisterPasskey(category: AccountLabel, onRegistered?: () => void): PasskeyRegistration {
  const account = useAccount()
  const texts = useTexts()
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ signal, place }: Attempt) =>
      withStepUp('POST /passkey/register', () => registerFor(account.$id, category, signal, place)),
    onSuccess: (outcome) => {
      if (outcome.kind !== 'registered') showError(sayRefusal({ reason: 'user_unauthorized' }, outcome.message))
      else {
        showSuccess(texts.passkey.registered)
        void readAgain(queries, { queryKey: profileKey(category, ownIdOf(account, category)) })
        void readAgain(queries, readsBelow('/passkeys'))
        onRegistered?.()
      }
    },
    onError: (error, { signal }) => {
      // Ended because the person left the screen or cancelled, so no message is needed.
      if (error !== signal.reason && !(error instanceof StepUpCancelled)) showError(messageOf(error))
    },
  })
  return {
    start: (place) => mutate({ signal: makeSignal(), place }),
    // A new signal ends the one before it.
    cancel: () => void makeSignal(),
    isBusy: isPending,
    place: variables?.place,
  }
}
