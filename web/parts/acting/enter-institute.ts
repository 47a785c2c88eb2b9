import type { QueryClient } from '@tanstack/react-query'
import type { UserModel } from '#contract/account.ts'
import { getAccount } from '../../client/account-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import { getAssertion } from '../../client/passkey-ceremony.ts'
import { dashboardPath, enterSession, labelOf } from '../../session/session.ts'

/** The session acts for the institute from now on. It needs a passkey that was just given. Answers where the person begins. */
export async function enterInstitute(queries: QueryClient, institute: string): Promise<string> {
  await callProduct('POST /acting', {}, { institute })
  const account = await getAccount()
  enterSession(queries, account)
  return dashboardPath(account, 'ORG')
}

/** Asks for the person's own passkey. False where the server refuses it. Throws when the ceremony fails. */
export async function givePasskey(account: UserModel, signal: AbortSignal): Promise<boolean> {
  const label = labelOf(account) ?? 'STF'
  const whose = { userId: account.$id, category: label }
  const assertion = await getAssertion(await callProduct('POST /passkey/login', {}, whose), signal)
  return (await callProduct('POST /passkey/verify-login', {}, { ...whose, cred: assertion })).verification
}
