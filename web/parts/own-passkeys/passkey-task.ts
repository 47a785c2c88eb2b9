import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'

type Own = Pick<OwnPasskeys, 'readiness' | 'passkeys'>

/**
 * Those that count in class, oldest first: none that may have been copied, and none that is held. One whose time still
 * runs counts where every institute has confirmed it: then the server names no end.
 */
export function pickCounting({ readiness, passkeys }: Own): readonly OwnPasskey[] {
  const firstEnd = readiness?.heldUntil ?? Number.POSITIVE_INFINITY
  return passkeys.filter(({ isSuspect, heldUntil }) => !isSuspect && (heldUntil === null || heldUntil < firstEnd))
}

type Tried = OwnPasskey & { readonly lastUsedAt: number }

/** The passkey that was used last, if that was after the newest was registered: a new one is still to be tried. */
export function findTried(passkeys: readonly OwnPasskey[]): Tried | undefined {
  const newest = Math.max(...passkeys.map(({ createdAt }) => createdAt))
  const isTried = (passkey: OwnPasskey): passkey is Tried => passkey.lastUsedAt !== null && passkey.lastUsedAt >= newest
  return passkeys.filter(isTried).toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0]
}

/** Until when this passkey does not count in class; null where it does. */
export function findHold(own: Own, credentialId: string): number | null {
  const passkey = own.passkeys.find((one) => one.credentialId === credentialId)
  return passkey === undefined || pickCounting(own).includes(passkey) ? null : passkey.heldUntil
}
