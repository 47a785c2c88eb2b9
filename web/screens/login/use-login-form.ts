import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Label } from '#contract/identifiers.ts'
import { loginTexts } from '#contract/login-texts.ts'
import { isOutage, isRequestError, messageOf } from '../../client/request-error.ts'
import { checkEmail, checkNeeded } from '../../forms/check-field.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recoveryCodesTexts } from '../../parts/passkey/recovery-codes-texts.ts'
import { sendVerificationMail } from '../../session/open-session.ts'
import { enterSession } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showLoading } from '../../ui/index.ts'
import { logIn, passesPasskeyCheck } from './log-in.ts'
import { useRecoveryCode } from './use-recovery-code.ts'

/** The form of the login for one of its tabs, with the toasts of spec §8. */
export function useLoginForm(kind: Label) {
  const login = useTextsOf(loginTexts)
  const recoveryCodes = useTextsOf(recoveryCodesTexts)
  const queries = useQueryClient()
  const [belongsTo, setBelongsTo] = useState<Label | null>(null)
  const recovery = useRecoveryCode()
  const usesCode = kind === 'ORG' && recovery.isOpen
  const state = useFormValues({ email: '', password: '', recoveryCode: '' })
  const form = useForm(state, {
    email: checkEmail(state.values.email),
    password: checkNeeded(state.values.password),
    recoveryCode: usesCode ? checkNeeded(state.values.recoveryCode) : undefined,
  })

  const makeSignal = useLeaveSignal()

  const send = form.submit(async ({ email, password, recoveryCode }) => {
    const toast = showLoading(login.busy)
    setBelongsTo(null)
    const signal = makeSignal()
    const passesCheck = (id: string) =>
      usesCode ? recovery.passesCheck(id, recoveryCode) : passesPasskeyCheck(id, signal)
    try {
      const outcome = await logIn(kind, email, password, passesCheck)
      if (outcome.kind === 'no-profile') {
        toast.fail(login.noProfile)
        form.fail('email', login.noProfile)
        setBelongsTo(outcome.belongsTo)
      } else if (outcome.kind === 'passkey-refused') {
        toast.fail(login.passkeyCheckFailed)
        form.refuse(login.passkeyCheckFailed)
        recovery.offer()
      } else {
        toast.succeed(login.done)
        if (!outcome.account.emailVerification) await sendVerificationMail()
        enterSession(queries, outcome.account)
      }
    } catch (error) {
      // Ended because the person left the page, so no message is needed.
      if (error === signal.reason) return toast.dismiss()
      const isCodeWrong = usesCode && isRequestError(error, 'user_invalid_token')
      const message = isCodeWrong ? recoveryCodes.wrong : messageOf(error)
      toast.fail(message)
      if (isCodeWrong) form.fail('recoveryCode', message)
      else if (isRequestError(error, 'user_invalid_credentials')) form.fail('password', message)
      else if (kind === 'ORG' && !isOutage(error)) {
        // The toast goes, and the person may have looked at the phone meanwhile.
        form.refuse(message)
        recovery.offer()
      }
    }
  })

  /** The other tab is open, and what was said of the email was said of this one. */
  const leaveTab = () => {
    setBelongsTo(null)
    form.dismiss('email')
  }

  return { form, recovery, send, belongsTo, leaveTab }
}
