import { useQueryClient } from '@tanstack/react-query'
import type { UserModel } from '#contract/account.ts'
import { collectionOf } from '#contract/identifiers.ts'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { createAccount } from '../../client/account-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import { createDocument } from '../../client/document-calls.ts'
import { isCommonPassword } from '../../client/form-checks.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { wordsNow } from '../../language/language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { instituteQuery } from '../../parts/institute-code/find-institute.ts'
import { openSession, sendVerificationMail } from '../../session/open-session.ts'
import { enterSession } from '../../session/session.ts'
import { showLoading } from '../../ui/index.ts'
import type { Registration } from './to-registration.ts'

/** Why a registration was refused, by field. */
export type RegistrationRefusal = {
  readonly field?: 'instituteCode' | 'email' | 'rollNumber' | 'password'
  readonly message: string
  /** False when it was found out before anything was sent: then the form keeps what was typed. */
  readonly wasSent: boolean
}

/** Registers and logs in, with the toasts of spec §8. Returns why it failed; undefined when the guards lead on. */
export function useRegistration() {
  const registrationWords = useTextsOf(registrationTexts)
  const queries = useQueryClient()

  /** What the server would refuse, asked before it is sent. Throws without an answer. */
  const findFault = async ({ password }: Registration, code: string | undefined) => {
    const register = wordsNow(registrationTexts)
    const newPassword = wordsNow(newPasswordTexts)
    if (code !== undefined && (await queries.fetchQuery(instituteQuery(code))) === null) {
      return { field: 'instituteCode', message: register.invalidInstituteCode } as const
    }
    return (await isCommonPassword(password))
      ? ({ field: 'password', message: newPassword.tooCommon } as const)
      : undefined
  }

  return async (registration: Registration, instituteCode?: string): Promise<RegistrationRefusal | undefined> => {
    const toast = showLoading(registrationWords.busy)
    let wasSent = false
    try {
      const fault = await findFault(registration, instituteCode)
      if (fault) {
        toast.fail(fault.message)
        return { ...fault, wasSent }
      }
      wasSent = true
      const account = await registerAccount(registration)
      toast.succeed(registrationWords.done)
      if (!account.emailVerification) await sendVerificationMail()
      enterSession(queries, account)
      return undefined
    } catch (error) {
      const message = messageOf(error)
      toast.fail(message)
      if (isRequestError(error, 'user_already_exists')) return { field: 'email', message, wasSent }
      if (isRequestError(error, 'document_unique_constraint_violation'))
        return { field: 'rollNumber', message, wasSent }
      return { message, wasSent }
    }
  }
}

/** Spec §4, registration: account, label record, profile document, automatic login; in this order. */
async function registerAccount({ label, email, password, name, profile }: Registration): Promise<UserModel> {
  const created = await createAccount(email, password, name)
  await callProduct('POST /user/label', {}, { userId: created.$id, label })
  await createDocument(collectionOf[label], created.$id, profile)
  return openSession(email, password)
}
