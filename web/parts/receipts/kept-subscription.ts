import { keep, readKeptJson } from '../../language/site-data.ts'

/** This browser's record of its subscription to pushes: its student and its id on the server. */
export type KeptSubscription = { readonly userId: string; readonly subscriptionId: string }

const storageKey = 'receipts-by-push'

export function readKeptSubscription(): KeptSubscription | undefined {
  return readKeptJson(storageKey) as KeptSubscription | undefined
}

/** Undefined forgets it. */
export function keepSubscription(kept: KeptSubscription | undefined): void {
  keep(storageKey, kept && JSON.stringify(kept))
}
