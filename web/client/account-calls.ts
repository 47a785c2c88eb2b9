import type { UserModel } from '#contract/account.ts'
import { serverMadeId } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { callAppwrite } from './call-appwrite.ts'
import { isRequestError, RequestError } from './request-error.ts'
import { forgetSignedInHint, mayBeSignedIn } from './signed-in-hint.ts'

/** The account calls of spec §7. */

/** The signed-in account; null without a login. */
export async function fetchAccount(): Promise<UserModel | null> {
  if (!mayBeSignedIn()) return null
  try {
    return await getAccount()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 401) throw error
    forgetSignedInHint()
    return null
  }
}

export function getAccount(): Promise<UserModel> {
  return callAppwrite('GET /account', {})
}

/** The server makes the id. */
export function createAccount(email: string, password: string, name: string): Promise<UserModel> {
  return callAppwrite('POST /account', {}, { userId: serverMadeId, email, password, name })
}

/** Replaces the session of this browser, if there is one. */
export async function createPasswordSession(email: string, password: string): Promise<void> {
  await callAppwrite('POST /account/sessions/email', {}, { email, password })
}

/** One login of the account in one browser. Times are epoch ms; a value that the browser did not send is ''. */
export type OpenSession = {
  readonly id: string
  readonly browser: string
  readonly system: string
  readonly isMobile: boolean
  readonly address: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly isCurrent: boolean
}

/** Where the account is logged in, newest first. */
export async function listSessions(): Promise<readonly OpenSession[]> {
  const { sessions } = await callAppwrite('GET /account/sessions', {})
  return sessions.map((session) => ({
    id: session.$id,
    browser: session.clientName,
    system: session.osName,
    isMobile: session.deviceName === 'smartphone' || session.deviceName === 'tablet',
    address: session.ip,
    createdAt: Date.parse(session.$createdAt),
    lastSeenAt: Date.parse(session.$updatedAt),
    isCurrent: session.current,
  }))
}

/** Ends a session elsewhere. A session that has ended already counts as success. */
export async function endSession(id: string): Promise<void> {
  try {
    await callAppwrite('DELETE /account/sessions/:sessionId', { sessionId: id })
  } catch (error) {
    if (!isRequestError(error, 'user_session_not_found')) throw error
  }
}

export async function deleteCurrentSession(): Promise<void> {
  await callAppwrite('DELETE /account/sessions/:sessionId', { sessionId: 'current' })
}

export async function requestVerification(): Promise<void> {
  await callAppwrite('POST /account/verification', {}, { url: location.origin + paths.verifyEmail })
}

export async function confirmVerification(userId: string, secret: string): Promise<void> {
  await callAppwrite('PUT /account/verification', {}, { userId, secret })
}

export async function requestRecovery(email: string): Promise<void> {
  await callAppwrite('POST /account/recovery', {}, { email, url: location.origin + paths.newPassword })
}

export async function confirmRecovery(userId: string, secret: string, password: string): Promise<void> {
  await callAppwrite('PUT /account/recovery', {}, { userId, secret, password })
}

export function changeEmail(email: string, password: string): Promise<UserModel> {
  return callAppwrite('PATCH /account/email', {}, { email, password })
}

export async function changePassword(newPassword: string, oldPassword: string): Promise<void> {
  await callAppwrite('PATCH /account/password', {}, { password: newPassword, oldPassword })
}
