import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { callProduct } from '../../client/call-product.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { isHandheld } from '../../client/passkey-place.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { findHold } from '../../parts/own-passkeys/passkey-task.ts'
import { ownPasskeyTexts } from '../../parts/passkey/own-passkey-texts.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError, showSuccess } from '../../ui/index.ts'

export type Rehearsal = { readonly start: () => void; readonly isBusy: boolean }

/** A student tries the own passkey: the ceremony of the class, and nothing is marked. `own`: the passkeys as they are now. */
export function useRehearsal(own: OwnPasskeys): Rehearsal {
  const { state } = useTextsOf(ownPasskeyTexts)
  const { dateTime } = useFormat()
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const options = await callProduct('POST /passkey/rehearsal', {}, {})
      // The options are those of the institute's screen. On the phone itself there is no other phone to ask.
      const assertion = await getAssertion(isHandheld() ? { ...options, hints: ['client-device'] } : options, signal)
      const { verification } = await callProduct('PUT /passkey/rehearsal', {}, { cred: assertion })
      return { isVerified: verification, hold: findHold(own, assertion.id) }
    },
    onSuccess: ({ isVerified, hold }) => {
      if (!isVerified) showError(state.notWorked)
      else showSuccess(hold === null ? state.worked : state.workedHeld(dateTime(hold)))
    },
    onError: (error, signal) => {
      // Cut off by leaving the page: the student knows it.
      if (error === signal.reason) return
      showError(isUnconfirmed(error) && !isHandheld() ? state.cancelled : messageOf(error))
    },
    onSettled: () => queries.invalidateQueries(readsBelow('/passkeys')),
  })
  return { start: () => mutate(makeSignal()), isBusy: isPending }
}
