import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { productAddress } from '#contract/addresses.ts'
import type { AccountLabel, Label } from '#contract/identifiers.ts'
import { callProduct, type ProductAnswer } from './call-product.ts'
import { callServer } from './call-server.ts'
import { fromProblemBody } from './request-error.ts'

/** The product's own calls (spec §7), beside the protocol's. They throw the same errors. */

export async function setLabel(userId: string, label: Label): Promise<void> {
  await callProduct('POST /user/label', {}, { userId, label })
}

/** `category` is the protocol's word for the label of the passkey's account. */
export function getCreationOptions(
  userId: string,
  category: AccountLabel,
): Promise<ProductAnswer<'POST /passkey/register'>> {
  return callProduct('POST /passkey/register', {}, { userId, category })
}

export function verifyRegistration(
  userId: string,
  category: AccountLabel,
  credential: RegistrationResponseJSON,
): Promise<ProductAnswer<'POST /passkey/verify'>> {
  return callProduct('POST /passkey/verify', {}, { userId, category, credential })
}

export function getRequestOptions(
  userId: string,
  category: AccountLabel,
): Promise<ProductAnswer<'POST /passkey/login'>> {
  return callProduct('POST /passkey/login', {}, { userId, category })
}

export function verifyAssertion(
  userId: string,
  category: AccountLabel,
  cred: AuthenticationResponseJSON,
): Promise<ProductAnswer<'POST /passkey/verify-login'>> {
  return callProduct('POST /passkey/verify-login', {}, { userId, category, cred })
}

/** Tells the server that a page is open (spec §7). The answer is not read, and a failure is ignored. */
export async function pingServer(): Promise<void> {
  await callServer(async () => {
    const response = await fetch(productAddress('GET /ping', {}), { credentials: 'same-origin', cache: 'no-store' })
    if (!response.ok) throw fromProblemBody(undefined, response.status, response.headers)
  }).catch(() => undefined)
}
