import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'

/** True where something is to be done before class: a phone to be added, or the newest passkey to be tried. */
export function hasPasskeyTask({ readiness, passkeys }: Pick<OwnPasskeys, 'readiness' | 'passkeys'>): boolean {
  return readiness?.state === 'one-device' || (readiness?.state === 'ready' && findTried(passkeys) === undefined)
}

type Tried = OwnPasskey & { readonly lastUsedAt: number }

/** The passkey that was used last, if that was after the newest was registered: a new one is still to be tried. */
export function findTried(passkeys: readonly OwnPasskey[]): Tried | undefined {
  const newest = Math.max(...passkeys.map(({ createdAt }) => createdAt))
  const isTried = (passkey: OwnPasskey): passkey is Tried => passkey.lastUsedAt !== null && passkey.lastUsedAt >= newest
  return passkeys.filter(isTried).toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0]
}
