import type { QueryClient } from '@tanstack/react-query'
import type { UserModel } from '#contract/account.ts'
import { getAccount } from '../../client/account-calls.ts'
import { getAssertion } from '../../client/passkey-ceremony.ts'
import { getRequestOptions, verifyAssertion } from '../../client/product-calls.ts'
import { beginActing } from '../../client/staff-calls.ts'
import { enterSession, labelOf } from '../../session/session.ts'

/** The session acts for the institute from now on. It needs a passkey that was just given. */
export async function enterInstitute(queries: QueryClient, institute: string): Promise<void> {
  await beginActing(institute)
  enterSession(queries, await getAccount())
}

/** Asks for the person's own passkey. False where the server refuses it. Throws when the ceremony fails. */
export async function givePasskey(account: UserModel, signal: AbortSignal): Promise<boolean> {
  const label = labelOf(account) ?? 'STF'
  const assertion = await getAssertion(await getRequestOptions(account.$id, label), signal)
  return (await verifyAssertion(account.$id, label, assertion)).verification
}
