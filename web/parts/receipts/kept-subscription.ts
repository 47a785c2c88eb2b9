/** This browser's record of its subscription to pushes: its student and its id on the server. */
export type KeptSubscription = { readonly userId: string; readonly subscriptionId: string }

const storageKey = 'receipts-by-push'

export function readKeptSubscription(): KeptSubscription | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as KeptSubscription | null) ?? undefined
  } catch {
    // The stored text is not from this app, or storage is blocked.
    return undefined
  }
}

export function keepSubscription(kept: KeptSubscription): void {
  localStorage.setItem(storageKey, JSON.stringify(kept))
}

export function forgetSubscription(): void {
  localStorage.removeItem(storageKey)
}
