import { useQueryClient } from '@tanstack/react-query'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { sendVerificationMail } from '../../session/open-session.ts'
import { enterSession } from '../../session/session.ts'
import { showLoading } from '../../ui/index.ts'
import { instituteQuery } from './find-institute.ts'
import { registerAccount } from './register-account.ts'
import type { Registration } from './to-registration.ts'

/** Why a registration was refused, by field. */
export type RegistrationRefusal = {
  readonly field?: 'instituteCode' | 'email' | 'rollNumber'
  readonly message: string
}

/** Registers and logs in, with the toasts of spec §8. Returns why it failed; undefined when the guards lead on. */
export function useRegistration() {
  const texts = useTexts()
  const queries = useQueryClient()

  return async (registration: Registration, instituteCode?: string): Promise<RegistrationRefusal | undefined> => {
    const toast = showLoading(texts.register.busy)
    try {
      if (instituteCode !== undefined && (await queries.fetchQuery(instituteQuery(instituteCode))) === null) {
        toast.fail(texts.register.invalidInstituteCode)
        return { field: 'instituteCode', message: texts.register.invalidInstituteCode }
      }
      const account = await registerAccount(registration)
      toast.succeed(texts.register.done)
      if (!account.emailVerification) await sendVerificationMail(texts)
      enterSession(queries, account)
      return undefined
    } catch (error) {
      const message = messageOf(error, texts)
      toast.fail(message)
      if (isRequestError(error, 'user_already_exists')) return { field: 'email', message }
      if (isRequestError(error, 'document_unique_constraint_violation')) return { field: 'rollNumber', message }
      return { message }
    }
  }
}
