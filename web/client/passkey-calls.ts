import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { callProduct, type ProductAnswer } from './call-product.ts'

/** Calls for registered passkeys. */

/** Options of the ceremony by which the signed-in student tries the own passkey. */
export function beginRehearsal(): Promise<ProductAnswer<'POST /passkey/rehearsal'>> {
  return callProduct('POST /passkey/rehearsal', {}, {})
}

export async function finishRehearsal(cred: AuthenticationResponseJSON): Promise<boolean> {
  return (await callProduct('PUT /passkey/rehearsal', {}, { cred })).verification
}

/** Mails the signed-in student the link that replaces a lost passkey. */
export function requestPasskeyReplacement(): Promise<{ sentTo: string }> {
  return callProduct('POST /passkey/replacement', {}, {})
}

/** Opens a session by the mailed link; in it a passkey can be registered. */
export async function openPasskeyReplacement(userId: string, secret: string, password: string): Promise<void> {
  await callProduct('PUT /passkey/replacement', {}, { userId, secret, password })
}

/** Replaces the organisation's passkey at the login that follows. */
export async function spendRecoveryCode(userId: string, code: string): Promise<void> {
  await callProduct('POST /recovery-codes/use', {}, { userId, code })
}

/** Sends the password again; the session continues. */
export async function confirmPassword(password: string): Promise<void> {
  await callProduct('POST /session/confirm', {}, { password })
}
