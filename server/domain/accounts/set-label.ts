import type { Label } from '#contract/identifiers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'
import { requireRegisteringAccountId } from '../request-context.ts'
import type { Account } from './stores.ts'

/**
 * Spec §3, user label record. A label is written once and never changes. A continued registration whose email is
 * verified may send the same label again. Throws user_unauthorized for a different label or a foreign account.
 */
export async function setLabel(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'label.set'>,
  input: { readonly userId: string; readonly label: Label },
): Promise<void> {
  const ownId = requireRegisteringAccountId(door)
  if (input.userId !== ownId) throw new Problem('user_unauthorized')
  await storage.transaction(async (stores) => {
    const isSet = await stores.accounts.setLabel(ownId, input.label, await stores.now())
    if (!isSet && !isSaidAgain(await stores.accounts.find(ownId), input.label)) {
      throw new Problem('label-set-already')
    }
    const outcome = isSet ? 'done' : 'unchanged'
    const facts = { label: input.label }
    await event(stores, door, 'label.set', { outcome, subject: ownId, facts })
  })
}

function isSaidAgain(account: Account | undefined, label: Label): boolean {
  return account?.label === label && account.isEmailVerified && !account.hasProfile
}
