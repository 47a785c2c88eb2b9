import type { PushSubscriptionInput, SavedPushSubscription } from '#contract/receipts.ts'
import { maxSessionsPerAccount } from '../accounts/session-life.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'

/** As many browsers as an account can be logged in on. */
const maxSubscriptionsPerAccount = maxSessionsPerAccount

/**
 * Records that the calling student's browser wants a push for each mark, or still does. With too many browsers, the one
 * whose last confirmation is oldest is dropped. Throws general_argument_invalid for an address that does not belong to
 * a known push service: otherwise a caller could choose where the server sends requests (SSRF).
 */
export async function subscribeToPushes(
  { storage, random, pushService }: Pick<Deps, 'storage' | 'random' | 'pushService'>,
  door: Door<'receipts.subscribe'>,
  { endpoint, keys, language }: PushSubscriptionInput,
): Promise<SavedPushSubscription> {
  const { account, session } = door.caller
  if (!pushService.isKnown(endpoint)) {
    throw new Problem('push-service-unknown')
  }
  return storage.transaction(async (stores) => {
    // Simultaneous calls of two browsers queue here, as does a deletion of the profile.
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
    await event(stores, door, 'receipts.subscribe', {})
    return { subscriptionId }
  })
}

/**
 * Ends one of the calling student's subscriptions. An unknown one, or one of another student, counts as ended already.
 */
export async function endPushSubscription(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'receipts.unsubscribe'>,
  { subscriptionId }: { readonly subscriptionId: string },
): Promise<void> {
  const { account } = door.caller
  await storage.transaction(async (stores) => {
    const isRemoved = await stores.pushSubscriptions.removeOwn(subscriptionId, account.id)
    await event(stores, door, 'receipts.unsubscribe', { outcome: isRemoved ? 'done' : 'unchanged' })
  })
}
