/** What this browser remembers of its subscription to pushes: whose it is, and its name on the server. */
export type KeptSubscription = { readonly userId: string; readonly subscriptionId: string }

const storageKey = 'receipts-by-push'

export function readKeptSubscription(): KeptSubscription | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as KeptSubscription | null) ?? undefined
  } catch {
    // Whatever lies there is not ours, or storage is closed to us.
    return undefined
  }
}

export function keepSubscription(kept: KeptSubscription): void {
  localStorage.setItem(storageKey, JSON.stringify(kept))
}

export function forgetSubscription(): void {
  localStorage.removeItem(storageKey)
}
