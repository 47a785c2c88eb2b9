import type { LanguageTag } from '#contract/languages.ts'
import type { PushSubscriptionInput } from '#contract/receipts.ts'
import { callProduct } from '../../client/call-product.ts'
import { trustAddress } from '../../client/trusted-address.ts'
import { keepSubscription, readKeptSubscription } from './kept-subscription.ts'

/** Pushes to this browser: the Push API, its service worker, and the calls to the server. */

const script = '/service-worker.js'

/** 'blocked': the person, or the browser on their behalf, has refused notifications. */
export type PushOutcome = 'on' | 'blocked'

/** Asks the person, then subscribes this browser. Rejects when the browser cannot reach its push service. */
export async function startPushes(userId: string, pushKey: string, language: LanguageTag): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  await navigator.serviceWorker.register(trustAddress('service-worker', script))
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscribe(pushManager, pushKey)
  await save(userId, subscription, language)
  return 'on'
}

export async function stopPushes(): Promise<void> {
  const kept = readKeptSubscription()
  keepSubscription(undefined)
  await endHere()
  if (kept) {
    const ids = { subscriptionId: kept.subscriptionId }
    await callProduct('DELETE /receipts/subscriptions/:subscriptionId', ids, {})
  }
}

/** Confirms to the server that this browser takes pushes. Another person's subscription in this browser is ended. */
export async function confirmPushes(userId: string, language: LanguageTag): Promise<void> {
  const subscription = await findSubscription()
  if (subscription && readKeptSubscription()?.userId === userId && Notification.permission === 'granted') {
    await save(userId, subscription, language)
    return
  }
  keepSubscription(undefined)
  await subscription?.unsubscribe()
}

/** Whether this browser gets this person's pushes. */
export async function arePushesOn(userId: string): Promise<boolean> {
  if (readKeptSubscription()?.userId !== userId || Notification.permission !== 'granted') return false
  return (await findSubscription()) !== undefined
}

async function save(userId: string, subscription: PushSubscription, language: LanguageTag): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const input = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth }, language } as PushSubscriptionInput
  const { subscriptionId } = await callProduct('POST /receipts/subscriptions', {}, input)
  keepSubscription({ userId, subscriptionId })
}

async function endHere(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

async function subscribe(pushManager: PushManager, pushKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // A subscription for another key, of another database at this address, blocks a new one.
    const inTheWay = await pushManager.getSubscription()
    if (!inTheWay) throw error
    await inTheWay.unsubscribe()
    return pushManager.subscribe(options)
  }
}
