import type { UserModel } from '#contract/account.ts'
import { loginTexts } from '#contract/login-texts.ts'
import { createPasswordSession, getAccount, requestVerification } from '../client/account-calls.ts'
import { messageOf } from '../client/request-error.ts'
import { wordsNow } from '../language/language.ts'
import { showLoading } from '../ui/index.ts'

/** Spec §4, session: an email and password session, then the account. */
export async function openSession(email: string, password: string): Promise<UserModel> {
  await createPasswordSession(email, password)
  return getAccount()
}

/**
 * Spec §4: requests the mail with the link to /verify-email, and shows a toast. A failure is shown and does not stop
 * the registration.
 */
export async function sendVerificationMail(): Promise<void> {
  const login = wordsNow(loginTexts)
  const toast = showLoading(login.sendingVerificationMail)
  try {
    await requestVerification()
    toast.succeed(login.verificationMailSent)
  } catch (error) {
    toast.fail(messageOf(error))
  }
}
