import type { UserModel } from '#contract/account.ts'
import { serverMadeId } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { account } from './appwrite.ts'
import { callServer } from './call-server.ts'
import { RequestError } from './request-error.ts'
import { forgetSignedInHint, mayBeSignedIn } from './signed-in-hint.ts'

/** The account calls of spec §7. */

// The SDK's User type allows more than our server ever sends.
async function callForUser(request: () => Promise<unknown>): Promise<UserModel> {
  return (await callServer(request)) as UserModel
}

/** The signed-in account; null when nobody is signed in. */
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
  return callForUser(() => account.get())
}

/** The server makes the id. */
export function createAccount(email: string, password: string, name: string): Promise<UserModel> {
  return callForUser(() => account.create(serverMadeId, email, password, name))
}

/** Replaces the session of this browser, if there is one. */
export async function createPasswordSession(email: string, password: string): Promise<void> {
  await callServer(() => account.createEmailPasswordSession(email, password))
}

export async function deleteCurrentSession(): Promise<void> {
  await callServer(() => account.deleteSession('current'))
}

export async function requestVerification(): Promise<void> {
  await callServer(() => account.createVerification(location.origin + paths.verifyEmail))
}

export async function confirmVerification(userId: string, secret: string): Promise<void> {
  await callServer(() => account.updateVerification(userId, secret))
}

export async function requestRecovery(email: string): Promise<void> {
  await callServer(() => account.createRecovery(email, location.origin + paths.newPassword))
}

export async function confirmRecovery(userId: string, secret: string, password: string): Promise<void> {
  await callServer(() => account.updateRecovery(userId, secret, password))
}

export function changeEmail(email: string, password: string): Promise<UserModel> {
  return callForUser(() => account.updateEmail(email, password))
}

export async function changePassword(newPassword: string, oldPassword: string): Promise<void> {
  await callServer(() => account.updatePassword(newPassword, oldPassword))
}
