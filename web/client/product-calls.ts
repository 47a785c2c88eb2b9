import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { RunningSession } from '#contract/attendance.ts'
import type { Label } from '#contract/identifiers.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { callServer } from './call-server.ts'
import { fromProblemBody } from './request-error.ts'

/** The product server's own calls (spec §7), beside the protocol's. Same errors. */

async function postProduct<Answer>(path: string, body: object): Promise<Answer> {
  return callServer(async () => {
    const response = await fetch(`/api/v1/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw fromProblemBody(answer as Partial<ProblemBody> | undefined, response.status)
    return answer as Answer
  })
}

export async function setLabel(userId: string, label: Label): Promise<void> {
  await postProduct('user/label', { userId, label })
}

/** `category` is the wire's word for the label of the account whose passkey it is. */
export function getCreationOptions(userId: string, category: Label): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return postProduct('passkey/register', { userId, category })
}

export function verifyRegistration(
  userId: string,
  category: Label,
  credential: RegistrationResponseJSON,
): Promise<{ message: string }> {
  return postProduct('passkey/verify', { userId, category, credential })
}

export function getRequestOptions(userId: string, category: Label): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return postProduct('passkey/login', { userId, category })
}

export function verifyAssertion(
  userId: string,
  category: Label,
  cred: AuthenticationResponseJSON,
): Promise<{ verification: boolean }> {
  return postProduct('passkey/verify-login', { userId, category, cred })
}

/** The class that the organisation holds now, as all of its screens show it. */
export async function getRunningSession(): Promise<RunningSession> {
  return callServer(async () => {
    const response = await fetch('/api/v1/attendance/running', { credentials: 'same-origin', cache: 'no-store' })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw fromProblemBody(answer as Partial<ProblemBody> | undefined, response.status)
    return answer as RunningSession
  })
}

/** Tells the server that a page is open (spec §7). The answer is not read, and a failure is not worth a word. */
export async function pingServer(): Promise<void> {
  await callServer(async () => {
    const response = await fetch('/api/v1/ping', { credentials: 'same-origin', cache: 'no-store' })
    if (!response.ok) throw fromProblemBody(undefined, response.status)
  }).catch(() => undefined)
}
