import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Label } from '#contract/identifiers.ts'
import type { HttpClient, Reply } from './http-client.ts'

/** The four calls of the passkey ceremonies, one by one, for tests that act between them. */

export type Subject = { readonly userId: string; readonly category: Label }
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON & { readonly hints?: readonly string[] }
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON & { readonly hints?: readonly string[] }

export const askToRegister = (http: HttpClient, subject: Subject): Promise<Reply<CreationOptions>> =>
  http.post('/api/v1/passkey/register', subject)

export const sendRegistration = (
  http: HttpClient,
  subject: Subject,
  credential: RegistrationResponseJSON | object,
): Promise<Reply<{ message: string }>> => http.post('/api/v1/passkey/verify', { ...subject, credential })

export const askToAssert = (http: HttpClient, subject: Subject): Promise<Reply<RequestOptions>> =>
  http.post('/api/v1/passkey/login', subject)

export const sendAssertion = (
  http: HttpClient,
  subject: Subject,
  cred: object,
): Promise<Reply<{ verification: boolean }>> => http.post('/api/v1/passkey/verify-login', { ...subject, cred })

/** The options of a successful answer. */
export function accepted<Body>({ status, body, text }: Reply<Body>): Body {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}
