import type { OwnPasskey } from '#contract/passkey.ts'

/** True where it can vouch for its owner, and so for another passkey: it is not held, and was not refused as a copy. */
export function isUsable({ isSuspect, heldUntil }: OwnPasskey): boolean {
  return !isSuspect && heldUntil === null
}
