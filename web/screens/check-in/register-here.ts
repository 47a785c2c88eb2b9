import { callProduct } from '../../client/call-product.ts'
import { createCredential } from '../../client/passkey-ceremony.ts'
import { findPlace, isHandheld, withPlace } from '../../client/passkey-place.ts'
import { isRequestError, messageOf, RequestError, sayRefusal } from '../../client/request-error.ts'
import { signalUnknownPasskey } from '../../client/signal-passkeys.ts'
import { registerPasskey } from '../../parts/passkey/register-passkey.ts'

/** A passkey for a student who has none, on /checkin. Fetched when it is wanted. */

export type RegisteredHere =
  | { readonly kind: 'registered' }
  /** The server wants the password first. */
  | { readonly kind: 'password-needed' }
  /** There was a passkey before: the password alone is not enough (rules §5.5). */
  | { readonly kind: 'link-needed' }
  | { readonly kind: 'failed'; readonly message: string }

/** `password`: where the server has asked for it. */
export async function registerHere(studentId: string, password: string | undefined): Promise<RegisteredHere> {
  const { signal } = new AbortController()
  const whose = { userId: studentId, category: 'STD' } as const
  try {
    // A computer asks the phone, if it can: it does not come to class.
    const place = isHandheld() ? 'this-device' : await findPlace('STD')
    if (password !== undefined) await callProduct('POST /session/confirm', {}, { password })
    const outcome = await registerPasskey({
      requestCeremony: () => callProduct('POST /passkey/register', {}, whose),
      runCeremony: (options) => createCredential(withPlace(options, place), signal),
      verifyCeremony: (credential) => callProduct('POST /passkey/verify', {}, { ...whose, credential }),
      isRefusal: (error) => isRequestError(error, 'user_invalid_token'),
      forget: signalUnknownPasskey,
    })
    if (outcome.kind === 'registered') return outcome
    return { kind: 'failed', message: sayRefusal({ reason: 'user_unauthorized' }, outcome.message) }
  } catch (error) {
    if (error instanceof RequestError && error.reason === 'step-up-needed') return { kind: 'password-needed' }
    if (error instanceof RequestError && error.reason === 'passkey-step-up-needed') return { kind: 'link-needed' }
    return { kind: 'failed', message: messageOf(error) }
  }
}

export type LinkSent =
  | { readonly kind: 'sent'; readonly to: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Mails the link with which the next passkey is registered. */
export async function sendLinkHere(): Promise<LinkSent> {
  try {
    return { kind: 'sent', to: (await callProduct('POST /passkey/replacement', {}, {})).sentTo }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) }
  }
}
