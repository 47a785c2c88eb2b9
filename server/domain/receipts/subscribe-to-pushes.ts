import type { PushSubscriptionInput, SavedPushSubscription } from '#contract/receipts.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { maxSessionsPerAccount } from '../accounts/session-life.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { Problem } from '../problem.ts'

/** As many browsers as can be logged in. */
const maxSubscriptionsPerAccount = maxSessionsPerAccount

/**
 * Notes that the calling student's browser wants a push for each mark, or still does. When there are too many browsers,
 * the one that has been silent longest makes room. Throws general_argument_invalid for an address that does not belong
 * to a known push service: otherwise anybody could choose where our requests go (SSRF).
 */
export async function subscribeToPushes(
  { storage, random, pushService }: Pick<Deps, 'storage' | 'random' | 'pushService'>,
  context: RequestContext,
  { endpoint, keys, language }: PushSubscriptionInput,
): Promise<SavedPushSubscription> {
  await enter('receipts.subscribe', context)
  const { account, session } = requireCaller(context)
  if (!pushService.isKnown(endpoint)) {
    throw new Problem('push-service-unknown')
  }
  return storage.transaction(async (stores) => {
    // Two browsers at once queue here, and a deletion of the profile too.
    if (!(await stores.students.lock(account.id))) throw new Problem('document_not_found')
    const subscriptionId = await stores.pushSubscriptions.save({
      id: random.id(),
      studentId: account.id,
      loginSessionId: session.id,
      endpoint,
      ...keys,
      language,
      confirmedAt: await stores.now(),
    })
    await stores.pushSubscriptions.trim(account.id, maxSubscriptionsPerAccount)
    await record(stores, context, { action: 'receipts.subscribe', outcome: 'done' })
    return { subscriptionId }
  })
}

/** Ends one of the calling student's subscriptions. One that is not there has ended already, whosever it was. */
export async function endPushSubscription(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  subscriptionId: string,
): Promise<void> {
  await enter('receipts.unsubscribe', context)
  const { account } = requireCaller(context)
  await storage.transaction(async (stores) => {
    const isRemoved = await stores.pushSubscriptions.removeOwn(subscriptionId, account.id)
    await record(stores, context, { action: 'receipts.unsubscribe', outcome: isRemoved ? 'done' : 'unchanged' })
  })
}
