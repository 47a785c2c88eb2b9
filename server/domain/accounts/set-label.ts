import type { Label } from '#contract/identifiers.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import { requireRegisteringAccountId, type Visit } from './caller.ts'

/** Spec §3, user label record. Written once, for ever. Throws user_unauthorized for a second one or a foreign account. */
export async function setLabel(
  { storage }: Pick<Deps, 'storage'>,
  visit: Visit,
  input: { readonly userId: string; readonly label: Label },
): Promise<void> {
  const ownId = requireRegisteringAccountId(visit)
  if (input.userId !== ownId) throw new Problem('user_unauthorized')
  await storage.transaction(async (stores) => {
    const isSet = await stores.accounts.setLabel(ownId, input.label, await stores.now())
    if (!isSet) throw new Problem('user_unauthorized', { message: 'This account has its label already.' })
    await record(stores, visit, { action: 'label.set', outcome: 'done', subject: ownId, detail: input.label })
  })
}
