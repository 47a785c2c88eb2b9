import type { Texts } from '#contract/texts.ts'
import { confirmPassword } from '../../client/passkey-calls.ts'
import { createCredential } from '../../client/passkey-ceremony.ts'
import { type PasskeyPlace, withPlace } from '../../client/passkey-place.ts'
import { getCreationOptions, verifyRegistration } from '../../client/product-calls.ts'
import { isRequestError, messageOf, RequestError, sayRefusal } from '../../client/request-error.ts'
import { signalUnknownPasskey } from '../../client/signal-passkeys.ts'
import { registerPasskey } from '../../parts/passkey/register-passkey.ts'

/** A passkey for a student who has none, on /checkin. Fetched when it is wanted. */

export type RegisteredHere =
  | { readonly kind: 'registered' }
  /** The server wants the password first. */
  | { readonly kind: 'password-needed' }
  | { readonly kind: 'failed'; readonly message: string }

/** `password`: where the server has asked for it. */
export async function registerHere(
  studentId: string,
  place: PasskeyPlace,
  password: string | undefined,
  texts: Texts,
): Promise<RegisteredHere> {
  const { signal } = new AbortController()
  try {
    if (password !== undefined) await confirmPassword(password)
    const outcome = await registerPasskey({
      requestCeremony: () => getCreationOptions(studentId, 'STD'),
      runCeremony: (options) => createCredential(withPlace(options, place), signal),
      verifyCeremony: (credential) => verifyRegistration(studentId, 'STD', credential),
      isRefusal: (error) => isRequestError(error, 'user_invalid_token'),
      forget: signalUnknownPasskey,
    })
    if (outcome.kind === 'registered') return outcome
    return { kind: 'failed', message: sayRefusal({ reason: 'user_unauthorized' }, outcome.message, texts) }
  } catch (error) {
    if (error instanceof RequestError && error.reason === 'step-up-needed') return { kind: 'password-needed' }
    return { kind: 'failed', message: messageOf(error, texts) }
  }
}
